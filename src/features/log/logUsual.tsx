import { type Label, label, textIn } from '../../../contract/domain/text';
import { allModules, historyLabel } from '../../../contract/modules';
import { logUsual as base, logLevels } from '../../../contract/modules/log/logUsual';
import { auditActions, auditKinds } from '../../../contract/modules/system/auditLog';
import { actionLabel, defineModule, type ModuleSpec } from '../../../contract/schema/module';
import { StatusChip } from '../../ui/layout/status';
import { defineFeature } from '../crud/feature';
import { LongText, RequestLink } from './Details';

const eventLabels: Record<string, Label> = {
  ...Object.fromEntries(
    allModules.flatMap(({ actions }) =>
      Object.entries(actions).map(([name, action]) => [name, label(...actionLabel(action))]),
    ),
  ),
  ...auditActions,
};
const kindLabels: Record<string, Label> = {
  ...auditKinds,
  ...Object.fromEntries(
    allModules.flatMap(({ name, label, menu, keepsNoHistory }) => (menu && !keepsNoHistory ? [[name, label]] : [])),
  ),
};

/** On this screen events, kinds of records and levels are chosen by their labels. */
const logUsual = defineModule({
  ...base,
  fields: {
    ...base.fields,
    event: { ...base.fields.event, kind: 'choice', choices: eventLabels },
    entity: { ...base.fields.entity, kind: 'choice', choices: kindLabels },
    logLevel: { ...base.fields.logLevel, kind: 'choice', choices: logLevels },
  },
} as unknown as ModuleSpec<'log_usual', typeof base.fields>);

export const feature = defineFeature(logUsual, () => ({
  naming: 'event',
  columns: ['createTime', 'createBy', 'event', 'entity', 'logLevel', 'remoteIp', 'requestId'],
  widths: { createBy: 150, entity: 160, logLevel: 110, remoteIp: 140, requestId: 190, actions: 80 },
  search: ['createTime', 'createBy', 'event', 'entity', 'logLevel', 'logId', 'requestUri', 'remoteIp', 'requestId'],
  form: [
    ['createTime', 'createBy'],
    ['event', 'entity'],
    ['logLevel', 'logId'],
    ['logData'],
    ['method', 'requestUri'],
    ['remoteIp', 'requestId'],
    ['userAgent'],
    ['serverHost', 'serverIp'],
    ['serviceId', 'env'],
  ],
  cells: {
    event: ({ entity, event }, { language }) => textIn(historyLabel(entity ?? '', event ?? ''), language),
    logLevel: ({ logLevel }, { language }) => (
      <StatusChip tone={logLevel === 'warn' ? 'warning' : 'quiet'} glyph={logLevel === 'warn' ? 'warning' : 'info'}>
        {textIn((logLevels as Record<string, Label>)[String(logLevel)], language) ?? String(logLevel)}
      </StatusChip>
    ),
    requestId: ({ requestId }) => <RequestLink id={requestId ?? ''} />,
  },
  inputs: { logData: LongText },
  phone: { event: 'name', entity: 'code', logLevel: 'state', createBy: 'note', createTime: 'date' },
}));
