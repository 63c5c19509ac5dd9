import { isEmpty } from '../../domain/values';
import { choice, dateTime, longText, secret, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import type { Problems } from '../../schema/validate';

/** Kinds of stores. All but the local disk are spoken to by the S3 protocol. */
export const ossKinds = { minio: 1, qiniu: 2, aliyun: 3, tencent: 4, huawei: 5, disk: 6 } as const;
/** `status` as clients of the family know it. */
export const ossStates = { off: 1, enabled: 2 } as const;

/** What a store other than the local disk cannot do without. */
export const ossNeeds = ['endpoint', 'bucketName', 'accessKey'] as const;

/** A place that holds the files of a tenant. One is enabled: it takes new files. Without one they are on the local disk. */
export const oss = defineModule({
  name: 'oss',
  title: ['对象存储', 'Object store'],
  path: '/blade-resource/oss',
  chosen: { by: 'list', title: 'ossCode', note: 'bucketName' },
  menu: { under: 'resource', icon: 'database', title: ['对象存储', 'Object storage'], sort: 10 },
  fields: {
    category: choice(
      '存储类型',
      'Type',
      {
        1: ['MinIO', 'MinIO'],
        2: ['七牛云', 'Qiniu'],
        3: ['阿里云', 'Alibaba Cloud'],
        4: ['腾讯云', 'Tencent Cloud'],
        5: ['华为云', 'Huawei Cloud'],
        6: ['本地磁盘', 'Local disk'],
      },
      { required: true, initial: 1, search: 'equal' },
    ),
    ossCode: text('资源编号', 'Code', { required: true, search: 'like', maxLength: 32 }),
    endpoint: text('资源地址', 'Endpoint', { maxLength: 255 }),
    bucketName: text('空间名', 'Bucket', { maxLength: 63 }),
    accessKey: text('访问密钥', 'Access key', { maxLength: 255, inTable: false }),
    secretKey: secret('安全密钥', 'Secret key', { maxLength: 255 }),
    appId: text('应用 ID', 'App ID', { maxLength: 32, inTable: false }),
    region: text('地域简称', 'Region', { maxLength: 64, inTable: false }),
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
    enable: {
      label: ['启用', 'Enable'],
      icon: 'checkmark-circle',
      shown: ({ status }) => status !== ossStates.enabled,
      question: {
        title: ['启用该存储？', 'Enable this store?'],
        text: [
          '新文件将存入该存储，原先启用的存储随之停用；已有文件仍从原处读取。',
          'New files go to this store, and the one enabled so far is switched off. Existing files are still read from where they are.',
        ],
      },
      done: ['已启用', 'Enabled'],
    },
  },
  judging(draft): Problems {
    if (draft.category === ossKinds.disk) return {};
    return Object.fromEntries(ossNeeds.flatMap((name) => (isEmpty(draft[name]) ? [[name, 'required' as const]] : [])));
  },
});
export type Oss = RecordOf<typeof oss>;
