import { describe, expect, it } from 'vitest'
// @ts-expect-error a tool, in JavaScript
import { deferValues } from '../tools/defer.js'

/** A value that is worth a function. */
const long = `tableOf({${Array.from({ length: 60 }, (_, at) => `row${at}: ${at}`).join()}})`

const helper = 'function $once(make){let value;return()=>value??=make()}'

/** Code of a file after the deferral, in one line without the long value and the helper. */
function deferred(files: Readonly<Record<string, string>>, file: string): string {
  const written = deferValues(files, new Set(['common.js', 'lower.js']))
  return (written[file] as string).replaceAll(long, 'LONG').replaceAll('\n', '').replace(helper, '')
}

const inCommon = (code: string): string => deferred({ 'common.js': code }, 'common.js')

describe('deferred values', () => {
  it('are functions that compute the value once, and every use calls them', () => {
    expect(
      inCommon(`const rules=${long};function run(e){return e(rules,{rules},rules.row1)}`),
    ).toBe(
      'const rules$=$once(function rules$(){return LONG});' +
        'function run(e){return e(rules$(),{rules:rules$()},rules$().row1)}',
    )
  })

  it('are the long ones, and those that need one at once', () => {
    const code = `const a=${long},b=new Set([1]),c=merge(a),d=()=>c;export{a,c};`
    expect(inCommon(code)).toBe(
      'const a$=$once(function a$(){return LONG});const b=new Set([1]);' +
        'const c$=$once(function c$(){return merge(a$())});const d=()=>c$();export{a$,c$};',
    )
  })

  it('hold the values that only they use', () => {
    const code = `const one=find(1),two=find(2),a=${long},b=[one,()=>two,a],c=join(b,two);export{b,c};`
    expect(inCommon(code)).toBe(
      'const two=find(2);const b$=$once(function b$(){' +
        'const one=find(1),a=LONG;return [one,()=>two,a]});' +
        'const c$=$once(function c$(){return join(b$(),two)});export{b$,c$};',
    )
  })

  it('leave names of members, and values with the name of a parameter', () => {
    const code = `const a=${long};function f(b){return b.a+{a:1}.a+a}const c=${long};function g(c){return c}`
    expect(inCommon(code)).toBe(
      'const a$=$once(function a$(){return LONG});function f(b){return b.a+{a:1}.a+a$()}' +
        'const c=LONG;function g(c){return c}',
    )
  })

  it('leave the first line of a program, by which it is executable', () => {
    expect(deferValues({ 'main.js': '#!/usr/bin/env node\nrun();' }, new Set())['main.js']).toBe(
      '#!/usr/bin/env node\nrun();\n',
    )
  })

  it('are constructed with new by the value, and not by the function', () => {
    expect(inCommon(`const A=${long};const make=()=>new A(1);export{A};`)).toContain(
      'new (A$())(1)',
    )
  })

  it('go from file to file as functions, and to programs as values', () => {
    const files = {
      'lower.js': `const a=${long};export{a as x};`,
      'common.js': `import{x as y,z}from"./lower.js";const b=[y,z];const use=()=>y;export{b,use};`,
      'entry.js': `import{b,use}from"./common.js";export{x}from"./lower.js";use(b);export{b};`,
    }
    expect(deferred(files, 'lower.js')).toContain('export{a$ as x$};')
    expect(deferred(files, 'common.js')).toBe(
      'import{x$ as y$,z}from"./lower.js";const b$=$once(function b$(){return [y$(),z]});' +
        'const use=()=>y$();export{b$,use};',
    )
    expect(deferred(files, 'entry.js')).toBe(
      'import{b$,use}from"./common.js";const b=b$();' +
        'import{x$}from"./lower.js";const x=x$();export{x};use(b);export{b};',
    )
  })
})
