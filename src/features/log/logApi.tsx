import { textIn } from '../../../contract/domain/text';
import { callOutcome, logApi } from '../../../contract/modules/log/logApi';
import { StatusChip } from '../../ui/layout/status';
import { defineFeature } from '../crud/feature';
import { LongText } from './Details';

export const feature = defineFeature(logApi, () => ({
  naming: 'title',
  columns: ['createTime', 'createBy', 'title', 'requestUri', 'type', 'time', 'remoteIp'],
  widths: { createBy: 110, requestUri: 250, type: 112, time: 126, remoteIp: 118, actions: 80 },
  search: [
    ...['createTime', 'createBy', 'requestUri', 'type', 'statusCode', 'reason', 'method', 'remoteIp', 'requestId'],
  ],
  form: [
    ['createTime', 'createBy'],
    ['title', 'type'],
    ['method', 'requestUri'],
    ['statusCode', 'reason'],
    ['time', 'requestId'],
    ['params'],
    ['remoteIp'],
    ['userAgent'],
    ['serverHost', 'serverIp'],
    ['serviceId', 'env'],
  ],
  cells: {
    type: ({ type, statusCode }, { language }) => (
      <StatusChip
        tone={type === callOutcome.failed ? 'danger' : 'success'}
        glyph={type === callOutcome.failed ? 'error-circle' : 'checkmark-circle'}
      >
        {`${textIn(logApi.fields.type.choices?.[String(type)], language) ?? ''} ${statusCode ?? ''}`}
      </StatusChip>
    ),
  },
  inputs: { params: LongText },
  phone: { title: 'name', requestUri: 'code', type: 'state', createBy: 'note', createTime: 'date' },
}));
