import type { Tone } from '../../../contract/domain/lifecycle/orderStates';
import { label, textIn } from '../../../contract/domain/text';
import { jobserver, serverStates } from '../../../contract/modules/job/jobserver';
import type { IconName } from '../../ui/icons/Icon';
import { Dash } from '../../ui/layout/figures';
import { StatusChip } from '../../ui/layout/status';
import { defineFeature } from '../crud/feature';

const looks: Readonly<Record<number, readonly [Tone, IconName]>> = {
  [serverStates.unchecked]: ['neutral', 'circle-hint'],
  [serverStates.working]: ['plain-success', 'checkmark-circle'],
  [serverStates.away]: ['danger', 'cloud-off'],
  [serverStates.wrongPassword]: ['warning', 'key'],
};
const fixed = label('内置调度不能修改此项', 'This can’t be changed for the built-in scheduler');

export const feature = defineFeature(jobserver, () => ({
  naming: 'jobServerName',
  columns: ['jobServerName', 'jobServerUrl', 'jobAppName', 'state', 'checkTime', 'updateTime'],
  widths: { jobServerName: 190, jobAppName: 170 },
  phone: {
    jobServerName: 'name',
    jobAppName: 'code',
    state: 'state',
    jobServerUrl: 'note',
    updateTime: 'date',
  },
  cells: {
    // The built-in scheduler has no address.
    jobServerUrl: ({ jobServerUrl, isEmbedded }) => (isEmbedded === 1 || !jobServerUrl ? <Dash /> : jobServerUrl),
    state: ({ state, stateNote }, { language }) => {
      const [tone, glyph] = looks[state ?? serverStates.unchecked] ?? ['neutral', 'circle-hint'];
      return (
        <StatusChip tone={tone} glyph={glyph} {...(stateNote ? { title: stateNote } : {})}>
          {textIn(jobserver.fields.state.choices?.[String(state ?? serverStates.unchecked)], language)}
        </StatusChip>
      );
    },
  },
  form: [['jobServerName'], ['jobServerUrl'], ['jobAppName', 'jobAppPassword'], ['jobRemark']],
  isRemovable: ({ isEmbedded }) => isEmbedded !== 1,
  isFieldShown: (name, { isEmbedded }) => name !== 'jobAppPassword' || isEmbedded !== 1,
  fixedReason: (name, { isEmbedded }) =>
    isEmbedded === 1 && (name === 'jobServerUrl' || name === 'jobAppName') ? fixed : undefined,
  helps: {
    jobServerUrl: label(
      'PowerJob 服务的地址，如 https://powerjob.example.com:7700；多个以逗号分隔',
      'Address of the PowerJob server, such as https://powerjob.example.com:7700; several are joined by commas',
    ),
    jobAppName: label('在 PowerJob 注册的应用名称', 'The app as it is registered with PowerJob'),
  },
}));
