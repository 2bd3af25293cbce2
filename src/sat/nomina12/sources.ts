/**
 * What the rules of Nómina 1.2 come from.
 * @module
 */

/** The matrix of its rules. */
export const matrizNomina = 'Matriz de errores de Nómina 1.2, revisión E, 1 de enero de 2026'

/** What it states without a code. */
export const guiaNomina = 'Estándar y guía de llenado de Nómina 1.2, revisión E'
