import { label } from '../../../../contract/domain/text';
import {
  type ContractTemplate,
  contractTemplate,
  templateStates,
} from '../../../../contract/modules/esign/contractTemplate';
import { StatusChip } from '../../../ui/layout/status';
import { textOf } from '../../crud/cells';
import { defineFeature } from '../../crud/feature';
import type { Format } from '../../crud/screen';
import { TemplateDialogs } from './TemplateDialogs';
import { templateSaga } from './templateSaga';
import { templateDesk } from './templateSlice';
import { WordingEditor } from './WordingEditor';

const { draft, scheduled, inForce, withdrawn } = templateStates;
const tones = { [draft]: 'neutral', [scheduled]: 'brand', [inForce]: 'plain-success' } as const;
const glyphs = { [draft]: 'edit', [scheduled]: 'clock', [inForce]: 'checkmark-circle' } as const;

function stateChip({ state }: Pick<ContractTemplate, 'state'>, format: Format) {
  const known = state as keyof typeof tones;
  return (
    <StatusChip tone={tones[known] ?? 'neutral'} glyph={glyphs[known] ?? 'circle-hint'}>
      {textOf(contractTemplate.fields.state, state, format)}
    </StatusChip>
  );
}

export const feature = defineFeature(
  contractTemplate,
  () => ({
    naming: 'templateName',
    columns: ['templateName', 'productId', 'state', 'effectiveDate', 'paperCount', 'releasedBy', 'releasedTime'],
    widths: {
      productId: 160,
      releasedBy: 120,
    },
    phone: { templateName: 'name', productId: 'note', state: 'state', effectiveDate: 'date' },
    search: ['type', 'productId', 'state', 'effectiveDate'],
    cells: { state: stateChip },
    form: [
      ['type', 'productId'],
      ['effectiveDate'],
      ['releasedBy', 'releasedTime'],
      ['reason'],
      ['remark'],
      ['wording'],
    ],
    formSize: 1200,
    inputs: { wording: WordingEditor },
    groups: ['wording'],
    isFieldShown: (name, { state }, mode) =>
      name === 'wording'
        ? mode !== 'add'
        : name === 'reason'
          ? state === withdrawn
          : !name.startsWith('released') || mode === 'view',
    isEditable: ({ state, approvalAct }) => state === draft && !approvalAct,
    isRemovable: ({ state, approvalAct }) => state === draft && !approvalAct,
    fixedReason: (name, { id }) =>
      id && (name === 'type' || name === 'productId')
        ? label('合同类型和适用产品不能修改', 'The type and the product stay as they are')
        : undefined,
    helps: {
      productId: label(
        '不填为通用模板；产品有自己的模板时优先使用',
        'Empty: for all products. The template of a product goes before it.',
      ),
      effectiveDate: label(
        '该日起新制作的合同使用；早于发布日的，从发布日起生效',
        'Contracts made from this day on use it, at the earliest from the day of its release',
      ),
    },
    rowActions: [
      {
        key: 'preview',
        label: label('预览', 'Preview'),
        icon: 'document-pdf',
        permission: 'contractTemplate_preview',
        act: ({ id, templateName }) => templateDesk.actions.askPreview({ id, name: templateName ?? '' }),
      },
      {
        key: 'compare',
        label: label('对比版本', 'Compare'),
        icon: 'arrow-swap',
        act: ({ id, type }) => templateDesk.actions.compare({ id, type }),
      },
    ],
    Dialogs: TemplateDialogs,
  }),
  { slices: [templateDesk], saga: templateSaga },
);
