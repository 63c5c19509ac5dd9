import Type from 'typebox';
import { mobileIn } from '../../contract/domain/reading/phones';
import { label, textIn } from '../../contract/domain/text';
import {
  gatewayPlaces,
  mostPhones,
  phonesIn,
  type SmsConfig,
  sms,
  smsConfigStates,
  smsServices,
  smsValuesIn,
} from '../../contract/modules/resource/sms';
import { problemText } from '../../contract/schema/messages';
import { refuseMovedSecret, shownAddress } from '../engine/saving/storedSecret';
import { defineServerModule } from '../engine/serverModule';
import { defineCall } from '../kernel/call';
import type { Context, Deps } from '../kernel/context';
import { Refusal, refuse } from '../kernel/errors';
import { EgressError } from '../kernel/ports';
import { freeText, id, list, optional, shape, text, whole } from '../kernel/schemas';
import { messageOfCaller } from '../messages/free';
import { canSendSms } from '../messages/services';

function badEndpoint(text: string): Refusal {
  return new Refusal('sms.badEndpoint', { text }, { endpoint: 'badFormat' });
}

/** The address of a service, without anything that a call adds itself. */
function addressIn(sent: string): URL {
  const url = URL.canParse(sent) ? new URL(sent) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.hash)
    throw badEndpoint(shownAddress(sent));
  return url;
}

/** Whether the server may call the address of a draft; a refusal, to be thrown where the draft is saved. */
async function judgeEndpoint({ egress }: Deps, endpoint: unknown): Promise<Refusal | undefined> {
  if (typeof endpoint !== 'string' || endpoint.trim() === '') return undefined;
  try {
    await egress.check(addressIn(endpoint.trim()).href);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    if (error instanceof EgressError) return badEndpoint(error.message);
    throw error;
  }
}

function secretMissing({ language }: Context): Refusal {
  const problem = problemText(sms.fields.secretKey, 'required', language);
  return new Refusal('invalid', { text: problem }, { secretKey: 'required' });
}

async function hasSecret({ trx, tenantId }: Context, { id }: SmsConfig): Promise<boolean> {
  const row = await trx
    .selectFrom('sms_config')
    .select('secret_key')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.secret_key != null;
}

/**
 * Codes go through the service that is in use, those that sign people in and those that customers sign by: a person who chose it
 * could act as any of them.
 */
function refuseNotAdministrator({ principal }: Context): void {
  if (!principal?.isAdmin && !principal?.isSuper) refuse('sms.forAdministrators');
}

async function checkSecret(cx: Context, next: SmsConfig & { secretKey?: string }, before: SmsConfig | undefined) {
  if (next.secretKey) return;
  const isStored = before !== undefined && (await hasSecret(cx, before));
  if (isStored) refuseMovedSecret('secretKey', 'sms.secretAgain', gatewayPlaces, { ...before }, { ...next });
  if (!isStored && next.category !== smsServices.http) throw secretMissing(cx);
}

/** The values of a template, or the refusal of what is none. */
function valuesOf(params: string | undefined): Record<string, string> {
  return smsValuesIn(params) ?? refuse('badParameter', { name: 'params' });
}

const submitted = label('已加入发送队列', 'Put into the outbox');

const sendMessage = defineCall({
  method: 'POST',
  path: `${sms.path}/endpoint/send-message`,
  title: ['发送短信', 'Put short messages into the outbox'],
  body: {
    code: optional(freeText('短信配置的资源编号，缺省为已启用的', 'Code of a service; by default the enabled one')),
    phones: freeText('手机号码，逗号分隔', 'Mobile numbers, comma-joined'),
    params: optional(
      freeText(
        '模板参数（JSON）；没有模板时 text 为内容',
        'Template values as JSON; `text` is the text where there is no template',
      ),
    ),
  },
  answer: shape({ success: Type.Literal(true), code: whole(), msg: text(), ids: list(id()) }),
  permission: 'sms_send',
  async handle(cx, { input: { code, phones, params } }) {
    const numbers = phonesIn(phones) ?? refuse('badParameter', { name: 'phones' });
    if (numbers.length > mostPhones) refuse('tooMany', { limit: mostPhones });
    const values = valuesOf(params);
    const [config] = code
      ? await cx.rows(sms).find({ smsCode: code })
      : await cx.rows(sms).find({ status: smsConfigStates.enabled });
    if (code && !config) refuse('sms.noSuchCode', { code });
    if (!config && !(await canSendSms(cx))) refuse('sms.noGateway');
    const ids = await messageOfCaller(cx, { kind: 'call', phones: numbers, values, config });
    return { success: true, code: 200, msg: textIn(submitted, cx.language), ids };
  },
});

export default defineServerModule(sms, {
  table: 'sms_config',
  unique: [['smsCode']],
  defaultSort: [
    ['status', 'desc'],
    ['id', 'desc'],
  ],

  preparing: async ({ body }, entitled) => {
    const deps = await entitled(async (cx) => cx.deps);
    return judgeEndpoint(deps, body.endpoint);
  },

  async saving(next: SmsConfig & { secretKey?: string }, cx, before, prepared) {
    if (prepared instanceof Refusal) throw prepared;
    const isMoved = before && gatewayPlaces.some((name) => (next[name] ?? '') !== (before[name] ?? ''));
    if (isMoved && before.status === smsConfigStates.enabled) refuseNotAdministrator(cx);
    await checkSecret(cx, next, before);
    return next.secretKey ? { secretKey: cx.deps.secrets.seal(next.secretKey) } : undefined;
  },

  actions: {
    enable: {
      idsAs: 'id',
      isAlwaysTaken: true,
      async run(cx, [row]) {
        refuseNotAdministrator(cx);
        await cx.exclusive('enabled sms');
        for (const other of await cx.rows(sms).find({ status: smsConfigStates.enabled }))
          if (other.id !== row!.id) await cx.rows(sms).update(other, { status: smsConfigStates.off });
        return { status: smsConfigStates.enabled };
      },
    },
    disable: {
      async run() {
        return { status: smsConfigStates.off };
      },
    },
    test: {
      async run(cx, [row], { input }) {
        const { phone: typed, templateId, params } = input as Record<string, string | undefined>;
        const phone = mobileIn(typed);
        if (!phone) throw new Refusal('auth.badPhone', {}, { phone: 'badFormat' });
        await messageOfCaller(cx, {
          kind: 'test',
          phones: [phone],
          values: valuesOf(params),
          config: { ...row!, templateId: templateId || row!.templateId },
        });
      },
    },
  },

  calls: [sendMessage],
});
