/**
 * Ages and terms of dated data as metrics.
 * @module
 */
import type { DatedData } from '../doctor/listDatedData.js'
import type { TelemetryParts } from './engineTelemetry.js'

const secondsPerDay = 86_400

/** Returns the recorder of dated data. */
export function dataTelemetry({
  instruments,
}: Pick<TelemetryParts, 'instruments'>): (data: readonly DatedData[]) => void {
  return (data) => {
    for (const { subject, name, age, remaining } of data) {
      const attributes = { 'cfdi.data.subject': subject, 'cfdi.data.name': name }
      if (age !== undefined) instruments.dataAge(age * secondsPerDay, attributes)
      if (remaining !== undefined) instruments.dataRemaining(remaining * secondsPerDay, attributes)
    }
  }
}
