import { choice, date, dateTime, dict, integer, json, longText, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';
import { waitingDeed } from '../approval/waitingDeed';

/** `state` of a version. Stored are draft, in force (released) and withdrawn; the rest follows from the day and the others. */
export const templateStates = { draft: 1, scheduled: 2, inForce: 3, replaced: 4, withdrawn: 5 } as const;
const { draft, scheduled, inForce, replaced, withdrawn } = templateStates;

/** A version of the wording of contracts of one type, and, where it is narrower, of one product. */
export const contractTemplate = defineModule({
  name: 'contractTemplate',
  title: ['合同模板', 'Contract template'],
  path: '/blade-fascContract/template',
  isVersioned: true,
  chosen: { by: 'search', title: 'templateName' },
  menu: {
    under: 'lease',
    icon: 'document-text',
    title: ['合同模板', 'Contract templates'],
    path: 'contracttemplate',
    sort: 65,
  },
  without: ['export', 'import'],
  fields: {
    templateName: text('模板', 'Template', { derived: true, inForm: false, maxLength: 200 }),
    type: dict('contract_type')('合同类型', 'Contract type', { required: true, search: 'equal' }),
    productId: ref('product')('适用产品', 'Product', { search: 'equal' }),
    versionNo: integer('版本', 'Version', { derived: true, inForm: false }),
    effectiveDate: date('生效日期', 'Effective from', { required: true, search: 'range' }),
    /** A `Wording` as JSON, see contract/domain/wording. A new one without it begins with the words that are in force. */
    wording: json('合同条款', 'Wording'),
    state: choice(
      '状态',
      'Status',
      {
        [draft]: ['草稿', 'Draft'],
        [scheduled]: ['待生效', 'Scheduled'],
        [inForce]: ['生效中', 'In force'],
        [replaced]: ['已被取代', 'Replaced'],
        [withdrawn]: ['已停用', 'Withdrawn'],
      },
      { derived: true, inForm: false, search: 'equal', initial: draft },
    ),
    paperCount: integer('已制作合同', 'Contracts made', { derived: true, inForm: false }),
    releasedBy: text('发布人', 'Released by', { derived: true, inForm: false }),
    releasedTime: dateTime('发布时间', 'Released at'),
    reason: longText('停用原因', 'Why withdrawn', { derived: true, inTable: false, inForm: false }),
    remark: longText('版本说明', 'What changed', { inTable: false }),
    /** The operation that further people decide on now. */
    approvalAct: waitingDeed,
    createTime: dateTime('创建时间', 'Created at', { inTable: false }),
  },
  actions: {
    preview: ['预览', 'Preview'],
    revise: {
      label: ['新建版本', 'New version'],
      icon: 'document-text',
      done: ['已复制为草稿', 'Copied into a draft'],
    },
    release: {
      label: ['发布', 'Release'],
      tone: 'primary',
      icon: 'send',
      shown: ({ state }) => state === draft,
      mayWait: true,
      question: {
        title: ['发布该版本？', 'Release this version?'],
        text: [
          '发布后内容不能再修改。生效日期起新制作的合同使用该版本，已制作的合同不变。',
          'It no longer changes. Contracts made from its effective date on use it; those already made keep theirs.',
        ],
      },
      done: ['已发布', 'Released'],
    },
    withdraw: {
      label: ['停用', 'Withdraw'],
      tone: 'danger',
      icon: 'dismiss-circle',
      shown: ({ state }) => state === scheduled || state === inForce,
      question: {
        title: ['停用该版本？', 'Withdraw this version?'],
        text: [
          '此后制作的合同改用前一个已发布的版本，已制作的合同不变。',
          'Contracts made from now on use the released version before it. Those already made keep theirs.',
        ],
        danger: true,
        needsReason: true,
      },
      done: ['已停用', 'Withdrawn'],
    },
  },
  sortable: ['effectiveDate'],
});
export type ContractTemplate = RecordOf<typeof contractTemplate>;
