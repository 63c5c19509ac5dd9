import type { FastifyInstance, FastifyRequest } from 'fastify';
import { prefix } from '../../kernel/paths';

/** What a console asks once it has a token, by the names of the answers in the token's. */
const asked = {
  menus: '/blade-system/menu/routes',
  buttons: '/blade-system/menu/buttons',
  tops: '/blade-system/menu/top-menu',
  flows: '/blade-system/dict-biz/dictionary?code=flow',
} as const;

/**
 * The answers of those calls to the person of this token, so that a console that says so has its menus one trip earlier.
 * One that is refused is left out, and asked for by the console itself.
 */
export async function rightsAhead(
  app: FastifyInstance,
  { headers, ip }: FastifyRequest,
  token: string,
): Promise<Record<string, unknown>> {
  const { authorization = '', 'accept-language': language = '' } = headers;
  const own = { authorization, 'accept-language': language, 'blade-auth': `bearer ${token}` };
  const answers = await Promise.all(
    Object.entries(asked).map(async ([name, path]) => {
      const answer = await app.inject({ url: prefix + path, headers: own, remoteAddress: ip });
      return answer.statusCode === 200 ? [[name, answer.json().data] as const] : [];
    }),
  );
  return Object.fromEntries(answers.flat());
}
