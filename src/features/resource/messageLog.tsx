import type { Tone } from '../../../contract/domain/lifecycle/orderStates';
import { messageStates } from '../../../contract/domain/messages';
import { textIn } from '../../../contract/domain/text';
import { messageLog } from '../../../contract/modules/resource/messageLog';
import type { IconName } from '../../ui/icons/Icon';
import { StatusChip } from '../../ui/layout/status';
import { defineFeature } from '../crud/feature';

const looks: Readonly<Record<number, readonly [Tone, IconName]>> = {
  [messageStates.waiting]: ['neutral', 'clock'],
  [messageStates.sending]: ['brand', 'send'],
  [messageStates.sent]: ['plain-success', 'checkmark-circle'],
  [messageStates.failed]: ['danger', 'error-circle'],
  [messageStates.unknown]: ['warning', 'question'],
  [messageStates.cancelled]: ['quiet', 'dismiss-circle'],
  [messageStates.noGateway]: ['warning', 'cloud-off'],
};

export const feature = defineFeature(messageLog, () => ({
  naming: 'recipient',
  columns: ['recipient', 'kind', 'channel', 'words', 'state', 'fault', 'attempts', 'sentTime', 'createTime'],
  widths: {
    recipient: 140,
    fault: 190,
  },
  phone: { recipient: 'name', kind: 'code', state: 'state', words: 'note', createTime: 'date' },
  search: ['kind', 'channel', 'state'],
  cells: {
    state: ({ state }, { language }) => {
      const [tone, glyph] = looks[state ?? messageStates.waiting] ?? ['neutral', 'circle-hint'];
      return (
        <StatusChip tone={tone} glyph={glyph}>
          {textIn(messageLog.fields.state.choices?.[String(state)], language)}
        </StatusChip>
      );
    },
  },
  sort: { descs: 'createTime' },
  form: [
    ['recipient', 'kind'],
    ['words'],
    ['state', 'channel'],
    ['fault'],
    ['attempts', 'dueTime'],
    ['attemptTime', 'sentTime'],
    ['gateway', 'gatewayId'],
    ['createTime'],
  ],
}));
