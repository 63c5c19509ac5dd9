import '../look/data.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { defineModule, type Label, label, type Module, type ModuleSpec } from '../../contract/kit';
import { menus } from '../../contract/menus';
import { auditLog as base } from '../../contract/modules/auditLog';
import { order } from '../../contract/modules/order';
import { Button } from '../look/buttons';
import { Dialog } from '../look/Dialog';
import { MessageBar } from '../look/messages';
import { Change } from '../look/record';
import { KeyValues } from '../look/surfaces';
import { auditLogSaga } from '../sagas/auditLog';
import { type AuditEntry, audit, entryOf } from '../store/auditLog';
import { menu } from '../store/menu';
import { defineFeature } from './feature';
import { happeningsOf } from './happenings';
import { openOrder } from './links';
import { useEye } from './useEye';

const { actions: at, selectors: see } = audit;

/** Modules whose records have a history, by name. */
const modules: Record<string, Module> = Object.fromEntries(
  menus.flatMap(({ children = [] }) => children.flatMap(({ module }) => (module ? [[module.name, module]] : []))),
);

/** What can be done to a record. */
const actionWords: Record<string, Label> = {
  add: label('新增', 'Added'),
  update: label('修改', 'Changed'),
  remove: label('删除', 'Removed'),
  move: label('状态变更', 'Moved on'),
  override: label('强制变更状态', 'State overridden'),
  grant: label('授权', 'Rights granted'),
  resetPassword: label('重置密码', 'Password reset'),
  unlock: label('解除锁定', 'Unlocked'),
  start: label('启用', 'Enabled'),
  stop: label('停用', 'Disabled'),
  approve: label('审核通过', 'Approved'),
  refuse: label('审核拒绝', 'Refused'),
  endSession: label('强制下线', 'Session ended'),
  platform: label('平台配置', 'Platform settings'),
  setting: label('授权配置', 'Tenant settings'),
  package: label('产品包配置', 'Package changed'),
  datasource: label('数据源配置', 'Data source changed'),
  pay: label('付款', 'Paid'),
  make: label('生成合同', 'Contract made'),
  send: label('发起签署', 'Sent to be signed'),
  resend: label('重新发起签署', 'Sent again'),
  read: label('客户查看', 'Read by customer'),
  sign: label('签署', 'Signed'),
  signed: label('签署完成', 'Signing complete'),
  reject: label('拒签', 'Signing refused'),
  cancel: label('作废', 'Annulled'),
  replace: label('替换', 'Replaced'),
};

/** On this screen kinds of records and actions are chosen by their words. */
const auditLog = defineModule({
  ...base,
  fields: {
    ...base.fields,
    entity: {
      ...base.fields.entity,
      kind: 'choice',
      choices: Object.fromEntries(Object.entries(modules).map(([name, { label: word }]) => [name, word])),
    },
    action: { ...base.fields.action, kind: 'choice', choices: actionWords },
  },
} as unknown as ModuleSpec<'auditLog', typeof base.fields>);

/** The order an entry is about: itself, or a record that belongs to it. */
const orderOf = ({ entity, entityId, aboutId }: AuditEntry): string =>
  entity === order.name
    ? entityId
    : modules[entity]?.belongsTo && modules[entity].fields[modules[entity].belongsTo]?.to === order.name
      ? aboutId
      : '';

const VerdictBar = () => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { verdict } = useSelector(see.all);
  if (!verdict) return null;
  const { isWhole, rows, seals, brokenAt } = verdict;
  return (
    <div className="title-message">
      <MessageBar
        tone={isWhole ? 'success' : 'danger'}
        action={
          <button type="button" className="link" onClick={() => dispatch(at.dismiss())}>
            {t('crud.close')}
          </button>
        }
      >
        {isWhole
          ? t(seals === 0 ? 'audit.nothingSealed' : 'audit.whole', { rows: rows.toLocaleString('en'), seals })
          : t('audit.broken', { time: brokenAt || '-', rows: rows.toLocaleString('en') })}
      </MessageBar>
    </div>
  );
};

const EntryDialog = () => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const eye = useEye();
  const { shown } = useSelector(see.all);
  const maySeeOrders = useSelector((state: never) => menu.selectors.pathOf(state, order.name)) !== '';
  if (!shown) return null;
  const { language } = eye;
  const module = modules[shown.entity] ?? (base as Module);
  const [happening] = happeningsOf({ ...module, name: shown.entity }, [shown], eye, t);
  const changes = happening?.changes ?? [];
  const orderId = orderOf(shown);
  const facts: [string, ReactNode][] = [
    [base.fields.createTime.label[language], shown.createTime],
    [base.fields.userName.label[language], shown.userName || t('cockpit.system')],
    [base.fields.entityId.label[language], <span className="code" key="id">{`${shown.entityId}`}</span>],
    [base.fields.address.label[language], shown.address || '-'],
    [
      base.fields.requestId.label[language],
      <span className="code" key="request">
        {shown.requestId || '-'}
      </span>,
    ],
    ...(shown.reason ? [[base.fields.reason.label[language], shown.reason] as [string, ReactNode]] : []),
  ];
  return (
    <Dialog
      title={`${actionWords[shown.action]?.[language] ?? shown.action} · ${modules[shown.entity]?.label[language] ?? shown.entity}`}
      size={600}
      closeLabel={t('crud.close')}
      onClose={() => dispatch(at.close())}
      footer={
        <>
          {orderId !== '' && maySeeOrders && (
            <Button
              icon="open"
              onClick={() => {
                dispatch(at.close());
                dispatch(openOrder(orderId));
              }}
            >
              {t('audit.openOrder')}
            </Button>
          )}
          <Button onClick={() => dispatch(at.close())}>{t('crud.close')}</Button>
        </>
      }
    >
      <KeyValues items={facts} />
      <h3 className="audit-heading">{t('audit.changes')}</h3>
      {changes.length === 0 ? (
        <p className="caption">{t('audit.noChanges')}</p>
      ) : (
        <KeyValues
          items={changes.map(({ label: name, from, to }) => [
            name,
            from === '-' ? <ins key={name}>{to}</ins> : <Change key={name} from={from} to={to} />,
          ])}
        />
      )}
    </Dialog>
  );
};

export const feature = defineFeature(
  auditLog,
  () => ({
    columns: ['createTime', 'userName', 'action', 'entity', 'reason', 'address'],
    search: ['createTime', 'userName', 'entity', 'action', 'entityId', 'reason', 'address', 'requestId'],
    widths: { createTime: 160, userName: 120, action: 130, entity: 130, address: 140 },
    heads: { action: label('动作', 'Action') },
    naming: 'createTime',
    phone: {
      action: 'name',
      entity: 'state',
      userName: 'note',
      createTime: 'date',
      reason: 'code',
    },
    view: (row) => at.show(entryOf(row as never)),
    rowActions: [
      {
        key: 'changes',
        label: label('变更内容', 'Changes'),
        icon: 'eye',
        act: (row) => at.show(entryOf(row as never)),
      },
    ],
    tools: [
      {
        key: 'verify',
        label: label('校验完整性', 'Check integrity'),
        icon: 'shield-checkmark',
        act: () => at.verify(),
      },
    ],
    Head: VerdictBar,
    Dialogs: EntryDialog,
  }),
  { slices: [audit], saga: auditLogSaga, needs: ['choices'] },
);
