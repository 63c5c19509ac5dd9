/** `npm run api-page`: writes docs/api.md, the API document as a page of this repository. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  type OutlineArea,
  type OutlineCall,
  type OutlineParameter,
  outlineOf,
} from '../contract/wire/develop/apiOutline';
import { buildApp } from '../server/app';
import { type ApiDocument, documentOf } from '../server/http/openapi';
import type { Deps } from '../server/kernel/context';
import { readConfig } from '../server/platform/config';
import { beginning, reasons } from './pages/firstCall';

export const apiPageFile = join(__dirname, '../docs/api.md');

function cell(text: string) {
  return text.replaceAll('|', '\\|');
}
function code(text: string) {
  return `\`${cell(text)}\``;
}

function parameter({ name, place, isRequired }: OutlineParameter) {
  return `${code(name)}${isRequired ? '\\*' : ''}${place === 'query' ? '' : ` (${place})`}`;
}

function row({ method, path, title, permission, parameters, answer }: OutlineCall) {
  return `| ${[
    code(`${method} ${path}`),
    cell(`${title.en} · ${title.zh}`),
    permission.map(code).join(', '),
    parameters.map(parameter).join(', '),
    answer === '' ? '' : code(answer),
  ].join(' | ')} |`;
}

function section({ area, calls }: OutlineArea) {
  return [
    `## ${area}`,
    '',
    '| call | what it does | permission | parameters | answers |',
    '| --- | --- | --- | --- | --- |',
    ...calls.map(row),
    '',
  ].join('\n');
}

/** The page as it is stored in the repository. */
export function apiPage(document: ApiDocument): string {
  return [
    '# The API',
    '',
    'Made by `npm run api-page` from the routes of the server; a test says when it is out of date. The whole document,',
    'with every schema and refusal, is served as OpenAPI 3.1 at `/api/docs/json`: to people who are signed in, and',
    'to anyone with `API_DOCS=anyone`. The console shows it at `/tool/api`. Every call is answered',
    'with and without `/api` before it. A star marks what must be there; parameters stand in the query string or a form',
    'unless a place is named.',
    '',
    ...beginning,
    '',
    ...outlineOf(document).map(section),
    ...reasons(),
  ].join('\n');
}

/** The pages of the front say how many calls there are. */
const fronts = ['README.md', 'README.zh-CN.md'].map((name) => join(__dirname, '..', name));
function counted(text: string, document: ApiDocument): string {
  const count = outlineOf(document).reduce((sum, { calls }) => sum + calls.length, 0);
  return text.replace(/\d+(?= calls, listed in| 个，列在)/, String(count));
}

async function write(): Promise<void> {
  // Registering routes uses settings alone; this server never answers a call.
  const app = await buildApp({ settings: readConfig({}).settings } as Deps);
  await app.ready();
  const document = documentOf(app);
  const here = fronts.filter((one) => existsSync(one));
  writeFileSync(apiPageFile, apiPage(document));
  for (const file of here) writeFileSync(file, counted(readFileSync(file, 'utf8'), document));
  await app.close();
  for (const file of [apiPageFile, ...here]) console.log(`written ${relative(process.cwd(), file)}`);
}

if (require.main === module) void write();
