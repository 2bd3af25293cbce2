/** Credentials in the words of a PAC, in every usual encoding. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactorOf } from '../../src/pac/adapter/redact.js'
import { requireTexts } from '../../src/pac/adapter/account.js'

const password = 'cláve & "1"+/?'
const redact = redactorOf([password, 'contrato-77', '7'])

describe('a secret is hidden', () => {
  const percent = encodeURIComponent(password)
  it.each([
    ['as it is', password],
    ['in XML', 'cláve &amp; "1"+/?'],
    ['in an attribute', 'cláve &amp; &quot;1&quot;+/?'],
    ['in XML twice', 'cláve &amp;amp; &amp;quot;1&amp;quot;+/?'],
    ['in JSON', JSON.stringify(password)],
    ['in a URL', percent],
    ['in a URL, in lower case', percent.replace(/%../g, (one) => one.toLowerCase())],
    ['in a form', percent.replaceAll('%20', '+')],
    ['in Base64', Buffer.from(password).toString('base64')],
    ['in Base64 of URLs', Buffer.from(password).toString('base64url')],
    ['in hexadecimal', Buffer.from(password).toString('hex')],
    ['in Basic', `Basic ${Buffer.from(`usuario:${password}`).toString('base64')}`],
    ['in XML with numbers', 'cl&#225;ve&#32;&#38;&#x20;&quot;1&#34;+/?'],
    ['in HTML', 'cl&aacute;ve &amp; &quot;1&quot;+/?'],
    ['in JSON of ASCII', 'cl\\u00e1ve \\u0026 \\"1\\"+\\/?'],
    ['in JSON inside JSON', JSON.stringify(JSON.stringify(password)).slice(3, -3)],
    ['in a URL of ISO-8859-1', percent.replace('%C3%A1', '%E1')],
    ['in a URL twice', encodeURIComponent(percent)],
    ['read as ISO-8859-1', Buffer.from(password).toString('latin1')],
    ['in ASCII', password.replace('á', '?')],
    ['in Base64 of ISO-8859-1', Buffer.from(password, 'latin1').toString('base64')],
    ['in Base64 of UTF-16', Buffer.from(password, 'utf16le').toString('base64')],
    ['in Base64 of XML', Buffer.from('cláve &amp; &quot;1&quot;+/?').toString('base64')],
    ['in hexadecimal, in upper case', Buffer.from(password).toString('hex').toUpperCase()],
    [
      'in a request in Base64',
      Buffer.from(`<soap><passwd>${password}</passwd></soap>`).toString('base64'),
    ],
  ])('%s', (_, form) => {
    const text = redact(`El usuario envió ${form} y no es.`)
    expect(text).toContain('***')
    expect(text).not.toContain(form.replace(/^"|"$/g, ''))
    expect(text).toMatch(/^El usuario envió .* y no es\.$/)
  })

  it('a short one only as a word', () => {
    expect(redact('contrato 7, error 707: "7"')).toBe('contrato ***, error 707: "***"')
    expect(redact('contrato-77 vencido')).toBe('*** vencido')
  })
})

it('what is no secret stays', () => {
  const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const words = `301 - XML mal formado. CFDI40147 ${hash} 01724196-AC5A-4735-B621-E3B42BCBB459 U2luIHNlY3JldG9zIGFxdcOt`
  expect(redact(words)).toBe(words)
  expect(redactorOf(['', ''])(words)).toBe(words)
})

it('whatever the secret is, as it is and in Base64', () => {
  const secret = fc
    .string({ minLength: 4, maxLength: 40 })
    .filter((text) => text.trim().length > 3 && !'***'.includes(text))
  fc.assert(
    fc.property(secret, (one) => {
      const hide = redactorOf([one])
      expect(hide(`a ${one} b`)).not.toContain(one)
      const base64 = Buffer.from(one).toString('base64')
      expect(hide(`a ${base64} b`)).not.toContain(base64)
    }),
  )
})

it.each([' pw', 'pw ', 'pw\n', '\tpw'])('%j is refused by name, and not repeated', (text) => {
  expect(() => requireTexts('mine', { password: text })).toThrow(
    'mine: password begins or ends with white space',
  )
})
