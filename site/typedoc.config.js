import { Converter } from 'typedoc'
import { subpaths } from './build/subpaths.js'

/** Modules by what follows `cfdi-stamp/` in an import, and not by their file. */
const names = new Map(
  subpaths.map(({ page, module }) => [module.replace(/(?<=.)\/index$/, ''), page]),
)
function renamed(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children) module.name = names.get(module.name) ?? module.name
  })
}

export default {
  plugin: ['typedoc-plugin-markdown', renamed],
  entryPoints: subpaths.map(({ module }) => `../src/${module}.ts`),
  tsconfig: 'tsconfig.json',
  out: 'out/api',
  readme: 'none',
  disableSources: true,
  excludeInternal: true,
  excludePrivate: true,
  excludeExternals: true,
  skipErrorChecking: true,
  router: 'module',
  useHTMLAnchors: true,
  parametersFormat: 'table',
  propertiesFormat: 'table',
  sanitizeComments: true,
  hidePageHeader: true,
  pageTitleTemplates: {
    module: ({ name }) => (name === 'cfdi-stamp' ? name : `cfdi-stamp/${name}`),
  },
  name: 'API',
}
