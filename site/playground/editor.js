/**
 * The editor: CodeMirror with the language of its text, completion of drafts, and findings where
 * they are.
 * @module
 */
import { autocompletion } from '@codemirror/autocomplete'
import { json } from '@codemirror/lang-json'
import { xml } from '@codemirror/lang-xml'
import { ensureSyntaxTree, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import { Compartment } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { basicSetup } from 'codemirror'
import { completeDraft } from './complete.js'
import { languageOf } from './judge.js'
import { placeOf } from './places.js'

const languages = {
  json: () => [json(), autocompletion({ override: [completeDraft], activateOnTyping: true })],
  xml: () => [xml()],
}

/** The colours of the site, which are others at night. */
const colours = HighlightStyle.define([
  { tag: [tags.string, tags.attributeValue], color: 'var(--vp-c-danger-1)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--vp-c-brand-1)' },
  { tag: [tags.tagName, tags.propertyName], color: 'var(--vp-c-text-1)' },
  { tag: [tags.attributeName, tags.angleBracket], color: 'var(--vp-c-text-2)' },
])

/** An editor in a node of the page, which tells its text when it changes. */
export function createEditor(parent, { text, onText, label }) {
  const language = new Compartment()
  let current = languageOf(text)
  const watch = EditorView.updateListener.of(
    (update) => update.docChanged && changed(update.state.doc.toString()),
  )
  const extensions = [
    basicSetup,
    lintGutter(),
    syntaxHighlighting(colours),
    EditorView.lineWrapping,
    language.of(languages[current]()),
    watch,
  ]
  const named = EditorView.contentAttributes.of({ 'aria-label': label })
  const view = new EditorView({ parent, doc: text, extensions: [...extensions, named] })

  function changed(now) {
    if (languageOf(now) !== current) {
      current = languageOf(now)
      queueMicrotask(() => view.dispatch({ effects: language.reconfigure(languages[current]()) }))
    }
    onText(now)
  }

  return {
    view,
    setText: (now) =>
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: now } }),
    mark: (findings) =>
      view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state, findings))),
    show: (path) => showIn(view, placeIn(view.state, path)),
    destroy: () => view.destroy(),
  }
}

/** The range of a path in a state of the editor. */
function placeIn(state, path) {
  const text = state.doc.toString()
  const tree = ensureSyntaxTree(state, state.doc.length, 500)
  const place = tree
    ? placeOf(path, { tree, text, language: languageOf(text) })
    : { from: 0, to: 0 }
  return { from: Math.min(place.from, text.length), to: Math.min(place.to, text.length) }
}

const severities = { error: 'error', warning: 'warning' }
const diagnosticsOf = (state, findings) =>
  findings.map(({ path, code, message, severity }) => ({
    ...placeIn(state, path),
    severity: severities[severity] ?? 'info',
    message: `${code} ${message}`,
  }))

function showIn(view, { from, to }) {
  view.dispatch({
    selection: { anchor: from, head: to },
    effects: EditorView.scrollIntoView(from, { y: 'center' }),
  })
  view.focus()
}
