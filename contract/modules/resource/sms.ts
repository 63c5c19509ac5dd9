import { mobileIn } from '../../domain/reading/phones';
import { isEmpty } from '../../domain/values';
import { choice, dateTime, flag, longText, secret, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import type { Problems } from '../../schema/validate';

/** Services that short messages are sent through. Numbers as the family has them; 5 is ours. */
export const smsServices = { aliyun: 3, tencent: 4, http: 5 } as const;
/** `status` as clients of the family know it. */
export const smsConfigStates = { off: 1, enabled: 2 } as const;

/** Where messages go, and in whose name. */
export const gatewayPlaces = ['category', 'endpoint', 'accessKey'] as const;

/** What each service cannot do without. */
export const smsNeeds: Readonly<Record<number, readonly string[]>> = {
  [smsServices.aliyun]: ['accessKey', 'signName'],
  [smsServices.tencent]: ['accessKey', 'signName', 'appId'],
  [smsServices.http]: ['endpoint'],
};

/** A way to send short messages. One of a tenant is enabled; without one the installation's gateway is used. */
export const sms = defineModule({
  name: 'sms',
  title: ['短信配置', 'SMS service'],
  path: '/blade-resource/sms',
  chosen: { by: 'list', title: 'smsCode', note: 'signName' },
  menu: { under: 'resource', icon: 'phone', title: ['短信配置', 'SMS services'], sort: 30 },
  fields: {
    category: choice(
      '服务类型',
      'Service',
      { 3: ['阿里云', 'Alibaba Cloud'], 4: ['腾讯云', 'Tencent Cloud'], 5: ['HTTP 网关', 'HTTP gateway'] },
      { required: true, initial: 3, search: 'equal' },
    ),
    smsCode: text('资源编号', 'Code', { required: true, search: 'like', maxLength: 32 }),
    signName: text('短信签名', 'Signature', { maxLength: 32 }),
    templateId: text('默认模板编号', 'Default template ID', { maxLength: 64 }),
    accessKey: text('访问密钥', 'Access key', { maxLength: 255, inTable: false }),
    secretKey: secret('安全密钥', 'Secret key', { maxLength: 255 }),
    appId: text('短信应用 ID', 'SMS app ID', { maxLength: 32, inTable: false }),
    regionId: text('地域', 'Region', { maxLength: 32, inTable: false }),
    endpoint: text('服务地址', 'Endpoint', { maxLength: 255, inTable: false, holdsSecrets: true }),
    /** A message whose outcome is unknown is then sent again with the same number. */
    isRepeatable: flag('网关按消息编号去重', 'Gateway drops repeated message IDs', { inTable: false }),
    remark: longText('备注', 'Remark', { maxLength: 255, inTable: false, holdsSecrets: true }),
    status: choice(
      '状态',
      'Status',
      { 1: ['未启用', 'Off'], 2: ['启用', 'Enabled'] },
      { initial: 1, search: 'equal', derived: true, inForm: false },
    ),
    updateTime: dateTime('更新时间', 'Updated at'),
  },
  actions: {
    /** Guards the call of other programs. */
    send: ['发送短信', 'Send messages'],
    enable: {
      label: ['启用', 'Enable'],
      icon: 'checkmark-circle',
      shown: ({ status }) => status !== smsConfigStates.enabled,
      question: {
        title: ['启用该短信服务？', 'Enable this SMS service?'],
        text: [
          '之后的短信均由它发送，原先启用的服务随之停用。',
          'It sends all messages from now on, and the service enabled so far is switched off.',
        ],
      },
      done: ['已启用', 'Enabled'],
    },
    disable: {
      label: ['停用', 'Disable'],
      icon: 'prohibited',
      shown: ({ status }) => status === smsConfigStates.enabled,
      question: {
        title: ['停用该短信服务？', 'Disable this SMS service?'],
        text: [
          '之后的短信由系统默认网关发送；没有默认网关时不发送短信。',
          'Messages go through the gateway of the installation from now on. Where there is none, no messages are sent.',
        ],
        danger: true,
      },
      done: ['已停用', 'Disabled'],
    },
    test: {
      label: ['发送测试短信', 'Send a test message'],
      icon: 'send',
      fields: {
        phone: text('手机号码', 'Mobile number', { required: true, maxLength: 11, unit: 'phone' }),
        templateId: text('模板编号', 'Template ID', { maxLength: 64 }),
        params: longText('模板参数（JSON）', 'Template values (JSON)', { maxLength: 500 }),
      },
      done: ['已提交发送，结果见“消息记录”', 'Submitted. The result is shown under Message log.'],
      refreshes: ['messageLog'],
    },
  },
  judging(draft): Problems {
    return Object.fromEntries(
      (smsNeeds[Number(draft.category)] ?? []).flatMap((name) =>
        isEmpty(draft[name]) ? [[name, 'required' as const]] : [],
      ),
    );
  },
});
export type SmsConfig = RecordOf<typeof sms>;

/** Template values as clients send them: a JSON object of texts and numbers. `undefined`: it is none. */
export function smsValuesIn(params: string | undefined): Record<string, string> | undefined {
  if (params === undefined || params.trim() === '') return {};
  let read: unknown;
  try {
    read = JSON.parse(params);
  } catch {
    return undefined;
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return undefined;
  const entries = Object.entries(read);
  const isPlain = ([name, value]: [string, unknown]) =>
    /^\w{1,32}$/.test(name) && (typeof value === 'string' || typeof value === 'number') && String(value).length <= 500;
  return entries.length <= 20 && entries.every(isPlain)
    ? Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
    : undefined;
}

/** Numbers a message is sent to at once. */
export const mostPhones = 200;
export function phonesIn(phones: string): string[] | undefined {
  const list = phones.split(',').map(mobileIn);
  return list.every((phone) => phone !== undefined) ? [...new Set(list)] : undefined;
}
