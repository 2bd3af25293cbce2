/**
 * Power cuts of a process that is known to be dead: the next one continues its file, and copies
 * nothing.
 */
import { testPowerCuts } from './powerCutSuite.js'

testPowerCuts(true)
