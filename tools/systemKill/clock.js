/**
 * Shifts the clock of a process by `CLOCK_SHIFT` milliseconds; preloaded before its program,
 * because shipped programs have no injected clock.
 */
const shift = Number(process.env.CLOCK_SHIFT ?? 0)
const Real = globalThis.Date
const now = () => Real.now() + shift

class ShiftedDate extends Real {
  constructor(...given) {
    if (given.length === 0) super(now())
    else super(...given)
  }

  static now() {
    return now()
  }
}

if (shift !== 0) globalThis.Date = ShiftedDate
