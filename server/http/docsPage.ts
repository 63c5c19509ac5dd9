/** The API document as a page and as JSON. The page is plain HTML: it needs no script and no other origin. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { businessDate } from '../../contract/domain/calendar';
import { factsOf, languages } from '../../contract/domain/languages';
import { type Language, madeFor, textIn } from '../../contract/domain/text';
import { apiDocs } from '../../contract/wire/develop/apiDocs';
import { type OutlineArea, type OutlineCall, outlineOf } from '../../contract/wire/develop/apiOutline';
import { refuseRestricted } from '../auth/session';
import { languageOf } from '../kernel/call';
import type { Deps } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { prefix } from '../kernel/paths';
import { openRoute } from '../kernel/route';
import { oneOf, optional } from '../kernel/schemas';
import { documentOf } from './openapi';

const textsByLanguage = {
  zh: {
    title: 'LeaseDesk 接口文档',
    json: 'OpenAPI 3.1（JSON）',
    permission: '权限',
    parameters: '参数',
    required: '必填',
    answer: '返回',
    areas: '目录',
  },
  en: {
    title: 'LeaseDesk API',
    json: 'OpenAPI 3.1 (JSON)',
    permission: 'Permission',
    parameters: 'Parameters',
    required: 'required',
    answer: 'Answers',
    areas: 'Contents',
  },
} as const;
type PageTexts = Record<keyof (typeof textsByLanguage)['zh'], string>;

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);
}

const style = `body{font:15px/1.6 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1f2328;background:#fff}
h2{margin-top:2.5rem;border-bottom:1px solid #d0d7de}h3{font-size:1rem;margin:1.5rem 0 .25rem}code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}td{border-top:1px solid #eaeef2;padding:.2rem .75rem .2rem 0;vertical-align:top}
nav{columns:14rem}p{margin:.25rem 0}a{color:#0550ae}
@media (prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}h2{border-color:#30363d}td{border-color:#21262d}a{color:#79c0ff}}`;

function callPart(call: OutlineCall, language: Language): string {
  const texts = madeFor<PageTexts>(textsByLanguage, language);
  const rows = call.parameters.map(
    ({ name, place, type, isRequired, words: about }) =>
      `<tr><td><code>${escaped(name)}</code></td><td>${place}${isRequired ? `, ${texts.required}` : ''}</td>` +
      `<td><code>${escaped(type)}</code></td><td>${escaped(textIn(about, language))}</td></tr>`,
  );
  return (
    `<h3><code>${call.method} ${escaped(call.path)}</code></h3><p>${escaped(textIn(call.title, language))}</p>` +
    `<p>${texts.permission}: <code>${escaped(call.permission.join(' | '))}</code></p>` +
    (rows.length > 0 ? `<table aria-label="${texts.parameters}">${rows.join('')}</table>` : '') +
    (call.answer ? `<p>${texts.answer}: <code>${escaped(call.answer)}</code></p>` : '')
  );
}

/** The whole page in a language. */
export function docsPage(areas: readonly OutlineArea[], language: Language): string {
  const texts = madeFor<PageTexts>(textsByLanguage, language);
  const others = languages
    .filter(({ code }) => code !== language)
    .map(({ code, tag, name }) => `<a href="?lang=${code}" lang="${tag}">${escaped(name)}</a>`);
  const anchors = areas.map(({ area }) => `<a href="#${escaped(area)}">${escaped(area)}</a>`);
  const parts = areas.map(
    ({ area, calls }) =>
      `<section id="${escaped(area)}"><h2>${escaped(area)}</h2>${calls.map((call) => callPart(call, language)).join('')}</section>`,
  );
  return (
    `<!doctype html><html lang="${factsOf(language).tag}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><title>${texts.title}</title><style>${style}</style></head><body>` +
    `<h1>${texts.title}</h1><p><a href="docs/json">${texts.json}</a> · ${others.join(' · ')}</p>` +
    `<nav aria-label="${texts.areas}">${anchors.join('<br>')}</nav><main>${parts.join('')}</main></body></html>`
  );
}

/** Both forms of the document, for people who are signed in; for anyone where the operator says so. */
export function docsRoutes(app: FastifyInstance, deps: Deps): void {
  const { apiDocs: permission } = deps.settings;
  /** A session that has ended may not read it, nor may one that is restricted. */
  async function checkSession({ token }: FastifyRequest) {
    if (permission === 'anyone') return;
    const { tenantId, principal } = token ?? refuse('signedOut');
    refuseRestricted(await deps.db.withTenant(tenantId, businessDate(deps.now()), principal));
  }
  const pages = new Map<Language, string>();
  let json: string | undefined;
  openRoute(app, {
    method: 'GET',
    url: `${prefix}${apiDocs.document}`,
    permission,
    title: ['接口文档（OpenAPI 3.1）', 'This document as OpenAPI 3.1'],
    answer: Type.Object({ openapi: Type.String() }),
    isBare: true,
    async handle(_input, request, reply) {
      await checkSession(request);
      json ??= JSON.stringify(documentOf(app));
      return reply.type('application/json; charset=utf-8').send(json);
    },
  });
  openRoute(app, {
    method: 'GET',
    url: `${prefix}${apiDocs.page}`,
    permission,
    inConsole: apiDocs.address,
    title: ['接口文档（网页）', 'This document as a page'],
    query: { lang: optional(oneOf(...languages.map(({ code }) => code))) },
    answer: 'page',
    isBare: true,
    async handle({ lang }, request, reply) {
      await checkSession(request);
      const language = lang ?? languageOf(request);
      const page = pages.get(language) ?? docsPage(outlineOf(documentOf(app)), language);
      pages.set(language, page);
      return reply.type('text/html; charset=utf-8').send(page);
    },
  });
}
