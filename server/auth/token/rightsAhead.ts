import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { prefix } from '../../kernel/paths';
import { freeText, optional } from '../../kernel/schemas';

/** What a console asks once it has a token, by the names of the answers that travel with another one. */
const asked = {
  menus: '/blade-system/menu/routes',
  buttons: '/blade-system/menu/buttons',
  tops: '/blade-system/menu/top-menu',
  flows: '/blade-system/dict-biz/dictionary?code=flow',
} as const;

/** The parameter by which a console asks for them, and the member that they come in. */
export const askedAhead = optional(
  freeText('rights：同时返回菜单、按钮与流程', 'rights: the menus, buttons and processes come along'),
);
export const answeredAhead = optional(Type.Record(Type.String(), Type.Unknown()));

/**
 * The answers of those calls to the person of this token, `tree` being the menus of the chosen top menu: a console that
 * asks for them has its menus one trip earlier. One that is refused is left out, and asked for by the console itself.
 */
export async function rightsAhead(
  { server, headers, ip }: FastifyRequest,
  token: string,
  topMenuId = '',
): Promise<Record<string, unknown>> {
  const { authorization = '', 'accept-language': language = '' } = headers;
  const own = { authorization, 'accept-language': language, 'blade-auth': token };
  const calls = { ...asked, ...(topMenuId === '' ? {} : { tree: `${asked.menus}?topMenuId=${topMenuId}` }) };
  const answers = await Promise.all(
    Object.entries(calls).map(async ([name, path]) => {
      const answer = await server.inject({ url: prefix + path, headers: own, remoteAddress: ip });
      return answer.statusCode === 200 ? [[name, answer.json().data] as const] : [];
    }),
  );
  return Object.fromEntries(answers.flat());
}
