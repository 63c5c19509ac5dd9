import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { countIn, type Label, type Language, label, textIn } from '../../../../contract/domain/text';
import { historyLabel } from '../../../../contract/modules';
import { order } from '../../../../contract/modules/lease/order';
import {
  type AuditFault,
  auditActions,
  auditFacts,
  auditFaults,
  auditKinds,
  auditValues,
  auditLog as base,
} from '../../../../contract/modules/system/auditLog';
import { user } from '../../../../contract/modules/system/user';
import type { Field } from '../../../../contract/schema/fields';
import { defineModule, type Module, type ModuleSpec } from '../../../../contract/schema/module';
import { pagedModules } from '../../../../contract/wire/menus';
import { registerNamed } from '../../../store/crud/targets';
import { Button } from '../../../ui/inputs/buttons';
import { LinkButton } from '../../../ui/inputs/LinkButton';
import { Change } from '../../../ui/layout/record';
import { KeyValues } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { Dialog } from '../../../ui/overlays/Dialog';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { defineFeature } from '../../crud/feature';
import { historyItems } from '../../crud/history/history';
import { actorOf } from '../../crud/history/historyWords';
import { PageLink, type PageTarget } from '../../crud/links';
import { useFormat } from '../../crud/useFormat';
import styles from './auditLog.module.css';
import { auditLogSaga } from './auditLogSaga';
import { type AuditEntry, audit, entryOf } from './auditLogSlice';

const { actions: at, selectors: see } = audit;

/** Kinds of records with a history, by name: modules and other subjects of entries. */
const modules: Record<string, Module> = {
  ...pagedModules,
  ...Object.fromEntries(
    Object.entries(auditKinds).map(([name, word]) => [
      name,
      {
        ...(base as Module),
        name,
        label: word,
        fields: Object.fromEntries(
          Object.entries(auditFacts).map(([fact, its]): [string, Field] => [
            fact,
            auditValues[fact]
              ? { kind: 'choice', label: its, required: false, choices: auditValues[fact] }
              : { kind: 'text', label: its, required: false },
          ]),
        ),
      },
    ]),
  ),
};
const actionWords: Record<string, Label> = auditActions;

/** On this screen kinds of records and actions are chosen by their labels. */
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

/** Title of a record. */
interface Target {
  feature: string;
  id: string;
  name: string;
}
/** The record of an entry, or its parent where it has no title. */
function targetOf({ entity, entityId, entityName, aboutEntity, aboutId, aboutName }: AuditEntry): Target {
  return entityName !== ''
    ? { feature: entity === 'signIn' ? user.name : entity, id: entityId, name: entityName }
    : { feature: aboutEntity, id: aboutId, name: aboutName };
}

/** The page of an order; for other records the list, filtered by the title. */
function pageOf({ feature, id, name }: Target): PageTarget {
  if (feature === order.name) return { feature, rest: `detail/${id}` };
  const module = modules[feature];
  const title = feature === user.name ? 'account' : module?.chosen?.title;
  const search =
    title && module?.fields[title]?.search ? `${encodeURIComponent(title)}=${encodeURIComponent(name)}` : '';
  return { feature, search };
}

/** The title of the record, its child, as a link where the user has the page and the record still exists. */
function TargetLink({ entry, leave, children }: { entry: AuditEntry; leave?: () => void; children: string }) {
  const target = targetOf(entry);
  const isGone = entry.action === 'remove' && target.id === entry.entityId;
  if (children === '') return <>-</>;
  if (isGone) return <>{children}</>;
  return (
    <PageLink to={pageOf(target)} {...(leave ? { onClick: leave } : {})}>
      {children}
    </PageLink>
  );
}

/** Its child is the name as it is stored. */
function Actor({ children }: { children: string }) {
  const { t } = useTranslation();
  return actorOf({ userName: children }, t);
}

function kindOf({ entity, entityLabel }: Pick<AuditEntry, 'entity' | 'entityLabel'>, language: Language) {
  return textIn(modules[entity]?.label ?? entityLabel ?? undefined, language) ?? entity;
}

function VerdictBar() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const { verdict } = useSelector(see.all);
  if (!verdict) return null;
  const { isWhole, rows, head, headTime, takenOver, anchored, brokenAt, fault } = verdict;
  const count = (n: number) => countIn(n, language);
  const faultLabel = auditFaults[fault as AuditFault] as Label | undefined;
  const what = (textIn(faultLabel, language) ?? t('audit.unclear'))
    .replace('{n}', count(brokenAt))
    .replace('{anchored}', count(anchored));
  return (
    <div className={styles.message}>
      <MessageBar
        tone={isWhole ? 'success' : 'danger'}
        action={<LinkButton onClick={() => dispatch(at.dismiss())}>{t('frame.close')}</LinkButton>}
      >
        {!isWhole
          ? t('audit.broken', { what, rows: count(rows) })
          : head === 0
            ? t('audit.nothingYet')
            : t(takenOver > 0 ? 'audit.wholeWithOld' : 'audit.whole', {
                rows: count(rows),
                old: count(takenOver),
                head: count(head),
                time: headTime,
              })}
      </MessageBar>
    </div>
  );
}

function EntryDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const { shown } = useSelector(see.all);
  if (!shown) return null;
  const { language } = format;
  const module = modules[shown.entity] ?? registerNamed(shown.entity) ?? (base as Module);
  const [happening] = historyItems({ ...module, name: shown.entity }, [shown], format, t);
  const changes = happening?.changes ?? [];
  const facts: [string, ReactNode][] = [
    [textIn(base.fields.createTime.label, language), shown.createTime],
    [textIn(base.fields.userName.label, language), actorOf(shown, t)],
    [textIn(base.fields.entity.label, language), kindOf(shown, language)],
    [
      textIn(base.fields.entityId.label, language),
      <TargetLink key="record" entry={shown} leave={() => dispatch(at.close())}>
        {targetOf(shown).name}
      </TargetLink>,
    ],
    [textIn(base.fields.address.label, language), shown.address || '-'],
    [
      textIn(base.fields.requestId.label, language),
      <span className={text.code} key="request">
        {shown.requestId || '-'}
      </span>,
    ],
    ...(shown.reason ? [[textIn(base.fields.reason.label, language), shown.reason] as [string, ReactNode]] : []),
  ];
  return (
    <Dialog
      title={`${textIn(historyLabel(shown.entity, shown.action), language)} · ${kindOf(shown, language)}`}
      size={600}
      closeLabel={t('frame.close')}
      onClose={() => dispatch(at.close())}
      footer={<Button onClick={() => dispatch(at.close())}>{t('frame.close')}</Button>}
    >
      <KeyValues items={facts} />
      <h3 className={styles.heading}>{t('audit.changes')}</h3>
      {changes.length === 0 ? (
        <p className={text.caption}>{t('audit.noChanges')}</p>
      ) : (
        <KeyValues
          items={changes.map(({ label: name, from, to }) => [
            name,
            <Change key={name} from={from === '-' ? undefined : from} to={to} />,
          ])}
        />
      )}
    </Dialog>
  );
}

export const feature = defineFeature(
  auditLog,
  () => ({
    columns: ['createTime', 'userName', 'action', 'entityId', 'address'],
    search: ['createTime', 'userName', 'entityId', 'entity', 'action', 'reason', 'address', 'requestId'],
    widths: { userName: 150, action: 150, address: 120 },
    naming: 'action',
    cells: {
      action: ({ entity, action, reason }, { language }) => (
        <>
          {textIn(historyLabel(String(entity), String(action)), language)}
          {reason ? (
            <span className={`${text.caption} ${text.ellipsis} ${styles.reason}`}>{String(reason)}</span>
          ) : null}
        </>
      ),
      userName: ({ userName }) => <Actor>{String(userName ?? '')}</Actor>,
      entityId: (row, { language }) => {
        const entry = entryOf(row as never);
        return (
          <>
            <span className={text.caption}>{kindOf(entry, language)}</span>{' '}
            <TargetLink entry={entry}>{targetOf(entry).name}</TargetLink>
          </>
        );
      },
    },
    phone: { action: 'name', entityId: 'code', userName: 'note', createTime: 'date' },
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
        isRowless: true,
        label: label('校验完整性', 'Check integrity'),
        icon: 'shield-checkmark',
        act: () => at.verify(),
      },
    ],
    Head: VerdictBar,
    Dialogs: EntryDialog,
  }),
  { slices: [audit], saga: auditLogSaga },
);
