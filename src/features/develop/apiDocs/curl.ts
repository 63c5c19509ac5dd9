import type { OutlineCall, OutlineMember } from '../../../../contract/wire/develop/apiOutline';

/** A value of the type to begin with. */
function blankOf(type: string): unknown {
  if (type.endsWith('[]')) return [];
  if (type.startsWith('{')) return {};
  if (/^(?:integer|number)\b/.test(type)) return 0;
  if (/^boolean\b/.test(type)) return false;
  return '';
}
/** What must be sent, or all where nothing must. */
function toSend<M extends OutlineMember>(members: readonly M[]): readonly M[] {
  const required = members.filter(({ isRequired }) => isRequired);
  return required.length > 0 ? required : members;
}

/** The call as a command for curl, the token as a variable of the shell, so that none is ever copied. */
export function curlOf({ method, path, parameters, permission }: OutlineCall, origin: string): string {
  const at = (place: string) => parameters.filter((one) => one.place === place);
  const query = at('query').filter(({ isRequired }) => isRequired);
  const body = toSend(at('body'));
  const address = `${origin}${path}${query.length > 0 ? `?${query.map(({ name }) => `${name}=`).join('&')}` : ''}`;
  const parts = [
    `curl ${method === 'POST' && body.length === 0 ? '-X POST ' : ''}'${address}'`,
    ...(permission.includes('anyone') ? [] : ['-H "Blade-Auth: bearer $TOKEN"']),
    ...at('header').flatMap(({ name, isRequired }) => (isRequired ? [`-H '${name}: '`] : [])),
  ];
  if (body.length > 0) {
    const sample = Object.fromEntries(body.map(({ name, type }) => [name, blankOf(type)]));
    parts.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(sample)}'`);
  }
  return parts.join(' \\\n  ');
}
