import { Trans } from 'react-i18next';
import { formatMoney, sum } from '../../../../contract/domain/money';
import { textIn } from '../../../../contract/domain/text';
import type { ActionSpec, Row } from '../../../../contract/schema/module';
import { paper } from '../../../store/paper';
import { Button, IconButton } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { text } from '../../../ui/layout/text';
import { Toolbar } from '../../../ui/table/listing';
import { ColumnsButton } from './ColumnSettings';
import { listSheet } from './ListPaper';
import { TransferMenu } from './ListTransfer';
import { declaredActions, isShownOn, offReason, wordOf } from './rowButtons';
import { type List, sumsOf } from './useList';

/** Number of selected rows and their sum. */
function Picked({ list, rows }: { list: List; rows: readonly Row[] }) {
  const { t, dispatch, at } = list;
  // Rows of several directions of money have no sum in common.
  const isOneWay = new Set(rows.map(({ direction }) => direction)).size <= 1;
  const { name, label } = (isOneWay && sumsOf(list)[0]?.sums[0]) || {};
  return (
    <>
      <span>
        <Trans
          t={t}
          i18nKey={name ? 'crud.pickedSum' : 'crud.picked'}
          values={{
            count: rows.length,
            name: label ?? '',
            sum: name ? formatMoney(sum(rows.map((row) => String(row[name] ?? '0')))) : '',
          }}
          components={{ b: <b />, s: <span className={arrange.wideOnly} /> }}
        />
      </span>
      <button type="button" className={text.link} onClick={() => dispatch(at.unpickAll())}>
        {t('crud.unpick')}
      </button>
    </>
  );
}

/** Settings of the table; in a panel only those that concern its own list. */
function TableSwitches({ list }: { list: List }) {
  const { t, dispatch, at, hasTree, isPanel } = list;
  if (isPanel) return <IconButton icon="arrow-clockwise" label={t('crud.refresh')} onClick={list.reload} />;
  return (
    <>
      {hasTree && (
        <>
          <Button tone="subtle" onClick={() => dispatch(at.openAll())}>
            {t('crud.openAll')}
          </Button>
          <Button tone="subtle" onClick={() => dispatch(at.closeAll())}>
            {t('crud.closeAll')}
          </Button>
        </>
      )}
      <TransferMenu list={list} />
      <IconButton icon="arrow-clockwise" label={t('crud.refresh')} aria-keyshortcuts="R" onClick={list.reload} />
      <IconButton icon="print" label={t('frame.print')} onClick={() => dispatch(paper.actions.open(listSheet(list)))} />
      <ColumnsButton list={list} />
    </>
  );
}

/** Runs a declared action on the list or the selected rows, skipping rows that do not have it. */
function ActionButton({ list, name, action, picked }: ActionButtonProps) {
  const { t, dispatch, at, format, code, refusal, state, off } = list;
  const rows = action.on === 'list' ? [] : picked.filter((row) => isShownOn(action, row));
  const stale = list.isStale && action.on !== 'list' ? t('crud.staleOff') : undefined;
  const locked = rows.some(({ id }) => state.locked[id]) ? t('crud.locked') : undefined;
  const none = action.on !== 'list' && rows.length === 0 ? t('crud.actionOnNone') : undefined;
  const reasons = rows.map((row) => offReason(action, row, format.language));
  return (
    <Button
      {...(action.icon ? { icon: action.icon } : {})}
      {...(action.tone === 'primary' ? { tone: action.tone } : {})}
      disabledReason={off ?? stale ?? locked ?? refusal(`${code}_${name}`) ?? none ?? reasons.find(Boolean)}
      onClick={() => dispatch(at.act({ action: name, rows }))}
    >
      {wordOf(action.label, format.language)}
    </Button>
  );
}
interface ActionButtonProps {
  list: List;
  name: string;
  action: ActionSpec;
  picked: readonly Row[];
}

/** Actions on the list and on the selected rows. */
export function ListToolbar({ list }: { list: List }) {
  const { t, dispatch, at, state, screen, module, code, format, self, off, offers, refusal, isPanel } = list;
  const { language } = format;
  const picked = Object.values(state.picked);
  const stale = list.isStale && picked.length > 0 ? t('crud.staleOff') : undefined;
  const keptReason = picked.map((row) => textIn(screen.keptReason?.(row, self), language)).find(Boolean);
  return (
    <Toolbar
      label={t('crud.toolbar')}
      selection={picked.length > 0 ? <Picked list={list} rows={picked} /> : undefined}
      end={<TableSwitches list={list} />}
    >
      {offers('add') && (
        <Button
          tone="primary"
          icon="add"
          {...(isPanel ? {} : { 'aria-keyshortcuts': 'N' })}
          disabledReason={off ?? refusal(`${code}_${module.codes?.add ?? 'add'}`)}
          onClick={list.add}
        >
          {t('crud.add')}
        </Button>
      )}
      {declaredActions(module)
        .filter(([, { on }]) => on === 'list' || (on === 'rows' && picked.length > 0))
        .map(([name, action]) => (
          <ActionButton key={name} list={list} name={name} action={action} picked={picked} />
        ))}
      {screen.tools
        .filter(({ isRowless }) => isRowless || picked.length > 0)
        .map(({ key, label, icon, tone, permission, act, isOff }) => (
          <Button
            key={key}
            {...(icon ? { icon } : {})}
            {...(tone ? { tone } : {})}
            disabledReason={
              stale ?? (permission ? refusal(permission) : undefined) ?? textIn(isOff?.(picked, self), language)
            }
            onClick={() => dispatch(act(picked))}
          >
            {textIn(label, language)}
          </Button>
        ))}
      {offers('remove') && (
        <Button
          icon="delete"
          disabledReason={off ?? stale ?? refusal(`${code}_delete`) ?? keptReason}
          onClick={() => dispatch(at.remove(Object.keys(state.picked)))}
        >
          {t('crud.remove')}
        </Button>
      )}
    </Toolbar>
  );
}
