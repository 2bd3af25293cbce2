/**
 * The page in a browser, on a desk and on a telephone: a user fills in an invoice, sees the
 * findings at their fields, stamps it, downloads both documents, and sees balance and events.
 * `SHOTS=folder` keeps pictures.
 * @module
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { type Host, openHost } from './host.ts'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
]
const more = ['--disable-component-update', '--disable-sync']
const skip = existsSync(executablePath) ? false : `${executablePath} is not installed`

const sizes = { desk: { width: 1200, height: 900 }, telephone: { width: 390, height: 844 } }

describe('the page', { skip }, () => {
  let host: Host
  let browser: Browser

  before(async () => {
    browser = await chromium.launch({ executablePath, args: [...args, ...more] })
    host = await openHost({ env: { PUBLIC_URL: 'http://placeholder' } })
  })
  after(async () => {
    await browser.close()
    await host.close()
  })

  for (const [name, viewport] of Object.entries(sizes))
    it(name, { timeout: 120_000 }, async () => {
      const context = await browser.newContext({ viewport, acceptDownloads: true, locale: 'es-MX' })
      const page = await context.newPage()
      const wrong: string[] = []
      page.on(
        'console',
        (told) =>
          told.type() === 'error' && !/40[02]|422/.test(told.text()) && wrong.push(told.text()),
      )
      page.on('pageerror', (error) => wrong.push(error.message))
      await page.goto(`${host.origin}/#${host.key}`)
      await page.locator('#balance').getByText(/^\d+$/).waitFor()
      assert.ok(!page.url().includes(host.key), 'the key went out of the address')
      await shot(page, `${name}-1-empty`)
      await seesWhatIsWrong(page)
      await shot(page, `${name}-2-wrong`)
      await stamps(page, host.origin)
      await shot(page, `${name}-3-stamped`)
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      assert.equal(overflow, 0, 'nothing is wider than the screen')
      assert.deepEqual(wrong, [])
      await context.close()
    })

  it('every control has a name, and the page a language, a title and one heading', async () => {
    const page = await browser.newPage()
    await page.goto(host.origin)
    const nameless = await page.evaluate(
      `[...document.querySelectorAll('input, select')].filter((one) => one.labels.length === 0).length`,
    )
    assert.equal(nameless, 0)
    assert.equal(await page.evaluate('document.documentElement.lang'), 'es-MX')
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1)
    await page.close()
  })

  it('what others write is text', async () => {
    const page = await browser.newPage()
    await page.goto(`${host.origin}/#${host.key}`)
    await fill(page, {
      'Receptor.Nombre': '<img src=x onerror=alert(1)>',
      'Receptor.Rfc': '<script>alert(1)</script>',
    })
    await page.getByRole('button', { name: 'Timbrar' }).click()
    await page.getByRole('alert').getByText('No se timbró').waitFor()
    assert.equal(await page.locator('main img').count(), 0)
    await page.close()
  })
})

async function fill(page: Page, values: Record<string, string>) {
  for (const [id, value] of Object.entries(values)) await page.locator(`[id="${id}"]`).fill(value)
}

async function seesWhatIsWrong(page: Page) {
  await fill(page, {
    'Receptor.Rfc': 'PLO15',
    'Receptor.Nombre': 'PAPELERIA LUNA DE OCTUBRE',
    'Receptor.DomicilioFiscalReceptor': '64000',
    'Conceptos[0].Descripcion': 'Asesoría en contratos',
    'Conceptos[0].ClaveProdServ': '8012',
    'Conceptos[0].ValorUnitario': '1250.00',
  })
  await page.getByRole('button', { name: 'Timbrar' }).click()
  await page.getByRole('alert').getByText('No se timbró').waitFor()
  for (const id of ['Receptor.Rfc', 'Conceptos[0].ClaveProdServ']) {
    const control = page.locator(`[id="${id}"]`)
    assert.equal(await control.getAttribute('aria-invalid'), 'true', id)
    const message = page.locator(`[id="${await control.getAttribute('aria-describedby')}"]`)
    assert.ok(((await message.textContent()) ?? '').length > 10)
  }
  assert.equal(await page.evaluate('document.activeElement.id'), 'Receptor.Rfc')
  assert.equal(await page.locator('[id="Receptor.Nombre"]').getAttribute('aria-invalid'), null)
}

async function stamps(page: Page, origin: string) {
  const before = Number(await page.locator('#balance').textContent())
  await fill(page, { 'Receptor.Rfc': 'PLO150312QT1', 'Conceptos[0].ClaveProdServ': '80121600' })
  await page.getByRole('button', { name: 'Agregar concepto' }).click()
  await fill(page, {
    'Conceptos[1].Descripcion': 'Revisión de poderes',
    'Conceptos[1].ClaveProdServ': '80121600',
    'Conceptos[1].ValorUnitario': '300.00',
  })
  await page.route('http://placeholder/**', (route) =>
    route.fulfill({
      status: 302,
      headers: { location: route.request().url().replace('http://placeholder', origin) },
    }),
  )
  await page.getByRole('button', { name: 'Timbrar' }).click()
  await page.getByText('Comprobante timbrado').waitFor()
  assert.equal(await page.locator('[aria-invalid]').count(), 0)
  for (const [kind, begins] of [
    ['XML', '<?xml'],
    ['PDF', '%PDF-'],
  ] as const) {
    const link = await page.getByRole('link', { name: `Descargar ${kind}` }).getAttribute('href')
    const bytes = await (
      await fetch((link ?? '').replace('http://placeholder', origin))
    ).arrayBuffer()
    assert.equal(Buffer.from(bytes).toString('latin1', 0, begins.length), begins)
  }
  await page
    .locator('#balance')
    .getByText(String(before - 1), { exact: true })
    .waitFor()
  await page.locator('#events').getByText('Timbrado').first().waitFor()
}

async function shot(page: Page, name: string) {
  const folder = process.env['SHOTS']
  if (folder !== undefined)
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
