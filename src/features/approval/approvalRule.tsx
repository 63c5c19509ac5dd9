import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { label, textIn } from '../../../contract/domain/text';
import { approvalRule } from '../../../contract/modules/approval/approvalRule';
import { SelectInput } from '../../ui/inputs/choices';
import { FieldNote } from '../../ui/inputs/fields';
import { Output } from '../../ui/inputs/Output';
import { StatusChip } from '../../ui/layout/status';
import { text } from '../../ui/layout/text';
import { defineFeature } from '../crud/feature';
import type { FieldInputProps } from '../crud/screen';
import { processesSaga, ruleProcesses } from './rule/ruleProcesses';

const unusable = label('流程不可用', 'Process unavailable');

/** The processes that can decide, by name. One that the rule names and that cannot any more is shown, and not offered. */
function ProcessInput({ draft, field, format, onType, readOnly }: FieldInputProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { items, isLost } = useSelector(ruleProcesses.selectors.all);
  const value = String(draft.processKey ?? '');
  const known = items?.some(({ key }) => key === value);
  const name = String(draft.processName || value);
  const gone =
    known || value === '' ? [] : [{ value, label: items ? `${name} · ${textIn(unusable, format.language)}` : name }];
  if (readOnly) return <Output>{name}</Output>;
  return (
    <>
      <SelectInput
        aria-label={textIn(field.label, format.language)}
        value={value}
        onChange={(processKey) => onType({ processKey })}
        options={[...gone, ...(items ?? []).map((one) => ({ value: one.key, label: one.name }))]}
      />
      {isLost && (
        <FieldNote tone="problem">
          {t('choose.lost')}
          <button type="button" className={text.link} onClick={() => dispatch(ruleProcesses.actions.load())}>
            {t('frame.retry')}
          </button>
        </FieldNote>
      )}
    </>
  );
}

/** Which operation it is about: a rule belongs to one for good. */
function ActOutput({ draft, field, format }: FieldInputProps) {
  return <Output>{textIn(field.choices?.[String(draft.act)], format.language)}</Output>;
}

export const feature = defineFeature(
  approvalRule,
  () => ({
    naming: 'act',
    columns: ['act', 'isOn', 'fromAmount', 'processKey', 'updateTime'],
    widths: { act: 220, isOn: 130, fromAmount: 150, processKey: 200, updateTime: 168 },
    phone: { act: 'name', isOn: 'state', processKey: 'note', fromAmount: 'amount' },
    search: [],
    cells: {
      processKey: ({ processKey, processName }, { language }) =>
        processName ? (
          <span title={processKey ?? ''}>{processName}</span>
        ) : (
          <StatusChip tone="danger" glyph="warning" title={processKey ?? ''}>
            {textIn(unusable, language)}
          </StatusChip>
        ),
      isOn: ({ isOn }, { language }) => (
        <StatusChip
          tone={isOn === 1 ? 'plain-success' : 'neutral'}
          glyph={isOn === 1 ? 'checkmark-circle' : 'circle-hint'}
        >
          {textIn(isOn === 1 ? label('需要审批', 'Needs approval') : label('直接执行', 'Done directly'), language)}
        </StatusChip>
      ),
    },
    form: [['act'], ['isOn', 'fromAmount'], ['processKey'], ['remark']],
    groups: ['act'],
    helps: {
      fromAmount: label(
        '达到该金额（元）才需要审批，收退款、付款和减免按人当日累计；留空则全部需要',
        'In yuan. Approval is needed from this amount on. Receipts, refunds, payments and waivers of a person add up in a day. Left blank, always.',
      ),
      processKey: label(
        '已部署且含人工步骤的流程；可在“流程模型”中设计并部署',
        'A deployed process with a step for people. Design and deploy further ones under Models.',
      ),
    },
    inputs: {
      act: (props) => <ActOutput {...props} />,
      processKey: (props) => <ProcessInput {...props} />,
    },
  }),
  (list) => ({ slices: [ruleProcesses], saga: processesSaga(list) }),
);
