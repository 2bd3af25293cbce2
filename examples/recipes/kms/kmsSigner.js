/**
 * Una llave que nunca sale de su KMS. Aquí llega solo el resumen SHA-256 de la cadena, y vuelve la
 * firma.
 * @module
 */
import { createHash } from 'node:crypto'
import { createCsd, readCertificate } from 'cfdi-stamp'

/**
 * Un CSD cuya llave está en otra parte. `firmar(resumen)` es su KMS; con el de AWS:
 *
 *     ({ Signature }) = await kms.send(new SignCommand({ KeyId, Message: resumen, MessageType: 'DIGEST',
 *       SigningAlgorithm: 'RSASSA_PKCS1_V1_5_SHA_256' }))
 *
 * `createCsd` pide una firma de prueba: si la llave no es la de ese certificado, se sabe al
 * arrancar y no al facturar.
 */
export function openCsdDeKms({ cer, firmar }) {
  return createCsd({
    certificate: readCertificate(cer),
    sign: (bytes) => firmar(createHash('sha256').update(bytes).digest()),
  })
}
