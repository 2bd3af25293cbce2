/**
 * Sources of the rules of CFDI 4.0.
 * @module
 */

export const matriz = 'Matriz de validaciones CFDI 4.0, 25 de marzo de 2026'

export const anexo20 = 'Anexo 20 de la RMF y guía de llenado de CFDI 4.0, 16 de enero de 2026'

export const anexo20Sello = 'Anexo 20 de la RMF: cadena original y Timbre Fiscal Digital'

export const guiaGlobal = 'Guía de llenado del CFDI global'

export const serviciosDeTimbrado =
  'Códigos de los servicios de timbrado de los PAC; regla 2.7.2.9 de la RMF 2026'
