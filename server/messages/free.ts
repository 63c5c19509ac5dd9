import { maskedText, messageChannels } from '../../contract/domain/messages';
import { label, textIn } from '../../contract/domain/text';
import type { SmsConfig } from '../../contract/modules/resource/sms';
import { smsServices } from '../../contract/modules/resource/sms';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { askFor, companyOf, store } from './outbox';

const testText = label('这是一条测试短信，无需回复。', 'This is a test message. No reply is needed.');

interface Free {
  kind: 'test' | 'call';
  phones: readonly string[];
  values: Readonly<Record<string, string>>;
  /** Missing: the gateway of the installation. */
  config: SmsConfig | undefined;
}

/**
 * Puts messages with the words of a caller into the outbox and answers their ids. A service with approved templates gets
 * the values; a gateway that takes texts gets the value `text`.
 */
export async function messageOfCaller(cx: Context, { kind, phones, values, config }: Free): Promise<string[]> {
  const takesText = !config || config.category === smsServices.http;
  const templateId = config?.templateId ?? null;
  const said = values.text ?? (kind === 'test' ? textIn(testText, cx.language) : '');
  if (takesText ? said === '' && !templateId : !templateId) refuse(takesText ? 'sms.noText' : 'sms.noTemplate');
  const signature = config?.signName || (await companyOf(cx));
  const text = said === '' ? '' : `【${signature}】${said}`;
  const listed = Object.entries(values);
  const shown = maskedText(text || [templateId, ...listed.map(([name, value]) => `${name}=${value}`)].join(' '));
  const ids: string[] = [];
  for (const phone of phones) {
    const id = cx.deps.newId();
    await store(cx, {
      kind,
      channel: messageChannels.sms,
      address: phone,
      state: 'waiting',
      cause: `${kind}:${id}`,
      shown: shown.slice(0, 1000),
      payload: { text, subject: '', templateId, values: listed },
      smsId: config?.id ?? null,
      more: { id, create_user: cx.principal?.userId ?? null },
    });
    await askFor(cx, id, 'first');
    ids.push(id);
  }
  return ids;
}
