/**
 * GET /api/v5/openapi.json
 * @module
 */
import { createAnswer } from '../answer.js'
import { open } from '../operation.js'

export const describeService = open({
  method: 'GET',
  path: '/api/v5/openapi.json',
  summary: { es: 'Esta descripción.', en: 'This description.' },
  output: { status: 200, schema: { type: 'object' } },
  codes: [],
  run: async ({ service }) =>
    createAnswer(200, service.describe(), { 'cache-control': 'public, max-age=3600' }),
})
