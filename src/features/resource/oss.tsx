import { label, textIn } from '../../../contract/domain/text';
import { oss, ossKinds, ossStates } from '../../../contract/modules/resource/oss';
import { StatusChip } from '../../ui/layout/status';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(oss, () => ({
  naming: 'ossCode',
  first: {
    text: {
      zh: '尚未配置存储，文件保存在服务器本地磁盘。',
      en: 'No store is set up. Files are kept on the server’s local disk.',
    },
  },
  columns: ['ossCode', 'category', 'endpoint', 'bucketName', 'status', 'updateTime'],
  widths: { ossCode: 160, bucketName: 180 },
  phone: { ossCode: 'name', category: 'code', status: 'state', bucketName: 'note', updateTime: 'date' },
  cells: {
    status: ({ status }, { language }) => (
      <StatusChip
        tone={status === ossStates.enabled ? 'plain-success' : 'neutral'}
        glyph={status === ossStates.enabled ? 'checkmark-circle' : 'circle-hint'}
      >
        {textIn(oss.fields.status.choices?.[String(status ?? ossStates.off)], language)}
      </StatusChip>
    ),
  },
  form: [
    ['category', 'ossCode'],
    ['endpoint'],
    ['bucketName', 'region'],
    ['accessKey', 'secretKey'],
    ['appId'],
    ['remark'],
  ],
  isFieldShown: (name, { category }) => {
    if (name === 'appId') return category === ossKinds.tencent;
    return category !== ossKinds.disk || !['endpoint', 'bucketName', 'region', 'accessKey', 'secretKey'].includes(name);
  },
  helps: {
    endpoint: label(
      '例如 https://oss-cn-hangzhou.aliyuncs.com，不含空间名',
      'For example https://oss-cn-hangzhou.aliyuncs.com, without the bucket',
    ),
    bucketName: label('须为私有空间', 'The bucket must be private'),
  },
}));
