import { label, textIn } from '../../../contract/domain/text';
import { sms, smsConfigStates, smsServices } from '../../../contract/modules/resource/sms';
import { StatusChip } from '../../ui/layout/status';
import { defineFeature } from '../crud/feature';

const { aliyun, tencent, http } = smsServices;

/** Fields that only some services have. */
const servicesOf: Readonly<Record<string, readonly number[]>> = {
  signName: [aliyun, tencent, http],
  accessKey: [aliyun, tencent],
  appId: [tencent],
  regionId: [aliyun, tencent],
  isRepeatable: [http],
};

export const feature = defineFeature(sms, () => ({
  naming: 'smsCode',
  first: {
    text: {
      zh: '尚未配置短信服务，使用系统默认网关；没有默认网关时不发送短信。',
      en: 'No service is set up. Messages go through the system’s gateway; without one, none are sent.',
    },
  },
  columns: ['smsCode', 'category', 'signName', 'templateId', 'status', 'updateTime'],
  widths: { smsCode: 200, signName: 180, templateId: 200 },
  phone: { smsCode: 'name', category: 'note', status: 'state', signName: 'code', updateTime: 'date' },
  search: ['category', 'smsCode', 'status'],
  cells: {
    status: ({ status }, { language }) => (
      <StatusChip
        tone={status === smsConfigStates.enabled ? 'plain-success' : 'neutral'}
        glyph={status === smsConfigStates.enabled ? 'checkmark-circle' : 'circle-hint'}
      >
        {textIn(sms.fields.status.choices?.[String(status ?? smsConfigStates.off)], language)}
      </StatusChip>
    ),
  },
  form: [
    ['category', 'smsCode'],
    ['accessKey', 'secretKey'],
    ['signName', 'appId'],
    ['templateId', 'regionId'],
    ['endpoint'],
    ['isRepeatable'],
    ['remark'],
  ],
  isFieldShown: (name, { category }) => servicesOf[name]?.includes(Number(category)) ?? true,
  helps: {
    accessKey: label('阿里云为 AccessKey ID，腾讯云为 SecretId', 'AccessKey ID, or SecretId of Tencent Cloud'),
    templateId: label(
      '用于测试短信与接口发送；业务消息使用“消息模板”中的编号',
      'For test messages and the send call. Business messages use the IDs in Message templates.',
    ),
    endpoint: label(
      '云服务留空即可；HTTP 网关填写接收短信的 https 地址',
      'Leave blank for a cloud service. For an HTTP gateway, the https address that takes the messages.',
    ),
    isRepeatable: label(
      '启用后，结果未知的短信会以相同编号自动重发',
      'Messages with an unknown outcome are then sent again with the same ID',
    ),
  },
}));
