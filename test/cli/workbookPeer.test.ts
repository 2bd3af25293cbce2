/**
 * `catalogs pack` of a workbook where SheetJS is not installed.
 */
import { expect, it, vi } from 'vitest'
import { folder } from '../programs.js'
import { cli } from './world.js'

vi.mock('@e965/xlsx', () => {
  throw new Error("Cannot find package '@e965/xlsx'")
})

it('a workbook without SheetJS is refused with the command that installs it', async () => {
  const cwd = folder({ 'catCFDI_V_4_20261204.xls': '' })
  const { exit, stdout, stderr } = await cli(['catalogs', 'pack', 'catCFDI_V_4_20261204.xls'], {
    cwd,
  })
  expect([exit, stdout]).toEqual([5, ''])
  expect(stderr).toContain('npm install @e965/xlsx')
})
