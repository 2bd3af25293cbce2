/**
 * The playground, in a browser: findings in place, completion, a stamp, and no request once the
 * page is there. `SHOTS=folder` keeps pictures of it. Skipped where there is no Chromium.
 * @module
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const html = fileURLToPath(new URL('../out/html/', import.meta.url))
const types = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

function serve(request, response) {
  const path = new URL(request.url, 'http://site').pathname
  const file = join(html, path.endsWith('/') ? `${path}index.html` : path)
  if (!existsSync(file)) return response.writeHead(404).end()
  response
    .writeHead(200, { 'content-type': types[file.split('.').at(-1)] ?? 'application/octet-stream' })
    .end(readFileSync(file))
}

const said = (page) => page.locator('.playground [role=status]')
const shot = (page, name) =>
  process.env.SHOTS &&
  page.screenshot({ path: join(process.env.SHOTS, `${name}.png`), fullPage: true })

/** A text written over what the editor has. */
async function write(page, text) {
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

describe('the playground', {
  skip: existsSync(executablePath) ? false : `there is no ${executablePath}`,
}, () => {
  let browser, server, url

  before(async () => {
    server = createServer(serve)
    await new Promise((done) => server.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${server.address().port}`
    browser = await chromium.launch({ executablePath, args: flags })
  })

  after(async () => {
    await browser?.close()
    server.close()
  })

  async function open(options, path = 'playground') {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const problems = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    await page.goto(`${url}/${path}.html`, { waitUntil: 'networkidle' })
    await said(page).waitFor()
    return { page, problems }
  }

  const widths = {
    desktop: { viewport: { width: 1360, height: 900 } },
    telephone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  }

  for (const [name, options] of Object.entries(widths)) {
    it(`says what is wrong, completes, seals and stamps, without a request: ${name}`, async () => {
      const { page, problems } = await open(options)
      const requests = []
      page.on('request', (request) => requests.push(request.url()))

      await page.locator('.bar select').selectOption('Con errores')
      await page.getByText('¿quiso decir Emisor?').first().waitFor()
      await page.locator('.cm-lintRange-error').first().waitFor()
      await shot(page, `${name}-findings`)

      await page.locator('.bar select').selectOption('Una factura')
      await page.getByText('se puede sellar').waitFor()
      await page.getByRole('button', { name: 'Llenar los "AUTO"' }).click()
      await page.waitForFunction(() =>
        document.querySelector('.cm-content').textContent.includes('ValorUnitario'),
      )

      await page.getByRole('button', { name: 'Sellar y timbrar' }).click()
      await page.getByText('Timbrado:').waitFor()
      const xml = await page.locator('.result pre').textContent()
      assert.match(xml, /<tfd:TimbreFiscalDigital/)
      assert.match(xml, /Total="232\.00"/)
      await shot(page, `${name}-xml`)
      await page.getByRole('tab', { name: 'Cadena' }).click()
      assert.match(await page.locator('.chain').first().textContent(), /^\|\|4\.0\|/)
      await page.getByRole('tab', { name: 'QR' }).click()
      await page.locator('.qr svg').waitFor()
      await shot(page, `${name}-qr`)

      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      )
      assert.ok(wide <= 0, `the page is ${wide} px wider than the window`)
      assert.deepEqual(
        requests.filter((one) => !one.startsWith('data:')),
        [],
      )
      assert.deepEqual(problems, [])
    })
  }

  it('stamps every example', async () => {
    const { page } = await open(widths.desktop)
    const kinds = new Set()
    const names = await page.locator('.bar select option').allTextContents()
    for (const name of names.filter((one) => one !== 'Con errores')) {
      await page.locator('.bar select').selectOption(name)
      await page.waitForTimeout(500)
      assert.match(await said(page).textContent(), /se puede sellar/, name)
      await page.getByRole('button', { name: 'Sellar y timbrar' }).click()
      await page.locator('.playground button.main:not([disabled])').waitFor()
      assert.equal(await page.getByText('Timbrado:').count(), 1, name)
      const xml = await page.locator('.result pre').textContent()
      kinds.add(/ TipoDeComprobante="(.)"|<(retenciones:Retenciones) /.exec(xml)?.slice(1).join(''))
    }
    assert.deepEqual([...kinds].sort(), ['I', 'N', 'P', 'T', 'retenciones:Retenciones'])
  })

  it('reads XML, and says where', async () => {
    const { page } = await open(widths.desktop)
    await page.getByRole('button', { name: 'Sellar y timbrar' }).click()
    await page.getByText('Timbrado:').waitFor()
    const xml = await page.locator('.result pre').textContent()
    await write(
      page,
      xml.replace('Guitarra', 'Piano').replace('Importe="200.00"', 'Importe="250.00"'),
    )
    await page.getByText('No es válido').waitFor()
    await page.getByText('el documento cambió después de sellarse').waitFor()
    await page.locator('.cm-lintRange-error').first().waitFor()
    await shot(page, 'desktop-xml-findings')
  })

  it('judges a received XML by its steps: its own stamp, none, an invented one', async () => {
    const { page } = await open(widths.desktop)
    await page.getByRole('button', { name: 'Sellar y timbrar' }).click()
    await page.getByText('Timbrado:').waitFor()
    const xml = await page.locator('.result pre').textContent()
    await write(page, xml)
    await page.locator('.said.valid').waitFor()
    await write(page, xml.replace(/<tfd:TimbreFiscalDigital[^>]*>/, ''))
    await page
      .locator('.steps li.failed', { hasText: 'sin timbre: no es un comprobante fiscal' })
      .waitFor()
    await write(page, xml.replace(/ SelloSAT="[^"]*"/, ' SelloSAT="AAAA"'))
    await page.locator('.steps li.failed', { hasText: 'SelloSAT' }).waitFor()
  })

  it('offers names and codes', async () => {
    const { page } = await open(widths.desktop)
    await write(page, '{ "Receptor": { "UsoCFDI": "" } }')
    for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Control+Space')
    await page.getByText('Gastos en general').waitFor()
    await shot(page, 'desktop-completion')
    await write(page, '{ "Moneda": "MXN", "Con" }')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Control+Space')
    await page.locator('.cm-completionLabel', { hasText: 'Conceptos' }).waitFor()
  })

  it('completes names and values of a retención', async () => {
    const { page } = await open(widths.desktop)
    await write(page, '{ "CveRetenc": "14", "Periodo": { "Mes" } }')
    for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Control+Space')
    await page.locator('.cm-completionLabel', { hasText: 'MesIni' }).waitFor()
    await write(page, '{ "LugarExpRetenc": "06600", "CveRetenc": "dividendos" }')
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Control+Space')
    await page.locator('.cm-completionLabel', { hasText: '14' }).waitFor()
  })

  it('speaks English too; findings stay in Spanish', async () => {
    const { page, problems } = await open(widths.desktop, 'en/playground')
    await page.getByText('No findings: it can be sealed.').waitFor()
    await page.getByRole('button', { name: 'Seal and stamp' }).click()
    await page.getByText('Stamped:').waitFor()
    await page.locator('.bar select').selectOption({ label: 'With errors' })
    await page.getByText('¿quiso decir Emisor?').first().waitFor()
    await shot(page, 'desktop-english')
    assert.deepEqual(problems, [])
  })

  for (const path of ['playground', 'en/playground'])
    it(`cannot connect anywhere: ${path}`, async () => {
      const { page } = await open(widths.desktop, path)
      const answer = await page.evaluate(() =>
        fetch('/').then(
          () => 'connected',
          (error) => error.message,
        ),
      )
      assert.equal(answer, 'Failed to fetch')
    })
})
