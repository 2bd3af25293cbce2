/** Los catálogos se leen de disco: el paquete no se empaqueta. */
export default { serverExternalPackages: ['cfdi-stamp'] }
