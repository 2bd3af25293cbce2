/**
 * Power cuts of a process that may only be suspended: the next one copies its file.
 */
import { testPowerCuts } from './powerCutSuite.js'

testPowerCuts(false)
