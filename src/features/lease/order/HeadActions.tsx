import { useDispatch, useSelector } from 'react-redux';
import { awaitingVoucher, settled, voucherReview } from '../../../../contract/domain/lifecycle/orderStates';
import { countIn } from '../../../../contract/domain/text';
import { browserActions } from '../../../store/browserActions';
import type { CrudSlice } from '../../../store/crud/crud';
import type { CrudState } from '../../../store/crud/crudState';
import { paper } from '../../../store/paper';
import type { IconName } from '../../../ui/icons/Icon';
import { Button, IconButton, IconLink } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { text } from '../../../ui/layout/text';
import { MenuButton } from '../../../ui/overlays/menus';
import { usePageAddress } from '../../crud/links';
import { outgoing } from '../outgoing/outgoingSlice';
import { orderPage } from './links';
import { type Deed, nextDeed, otherDeeds } from './orderDeeds';
import { orderMoves } from './orderMovesSlice';
import { planFigures } from './plan/planFigures';
import { orderSheet, planSheet } from './print/sheets';
import type { View } from './view';

/** Position of this order in the list last shown, with its neighbours. */
function neighbours({ page, query }: CrudState, id: string) {
  const index = page?.records.findIndex((row) => row.id === id) ?? -1;
  if (!page || index < 0) return null;
  return {
    place: (query.current - 1) * query.size + index + 1,
    total: page.total,
    before: page.records[index - 1]?.id,
    after: page.records[index + 1]?.id,
  };
}

interface HeadActionsProps {
  view: View;
  /** The slice of the list. */
  slice: CrudSlice;
  /** Why the user may not use this permission or menu; undefined when they may. */
  refusal(code?: string): string | undefined;
  menuRefusal(code?: string): string | undefined;
}

/** Neighbours in the list, print, and all actions on the order. */
export function HeadActions({ view, slice, refusal, menuRefusal }: HeadActionsProps) {
  const { held, format, t } = view;
  const { id } = held;
  const isMoving = useSelector((state: never) => orderMoves.selectors.isMoving(state, id));
  const dispatch = useDispatch();
  const addressOf = usePageAddress();
  const list = useSelector((state: { order: CrudState }) => state.order);
  const next = nextDeed(view);
  const allowed = otherDeeds(view, next, slice);
  // A voucher can be confirmed or rejected, so both buttons are visible.
  const isAnswer = ({ key }: Deed) => held.businessStatus === voucherReview && key === `move-${awaitingVoucher}`;
  const others = allowed.filter((deed) => !isAnswer(deed));
  const beside = neighbours(list, id);
  const linkBeside = (key: 'before' | 'after', icon: IconName, label: string) => {
    const to = beside?.[key] && addressOf(orderPage(beside[key]));
    return to ? <IconLink icon={icon} label={label} to={to} /> : <IconButton icon={icon} label={label} aria-disabled />;
  };
  return (
    <>
      {beside && (
        <>
          <span className={`${text.caption} ${arrange.wideOnly}`}>
            {countIn(beside.place, format.language)} / {countIn(beside.total, format.language)}
          </span>
          {linkBeside('before', 'chevron-up', t('orderPage.previous'))}
          {linkBeside('after', 'chevron-down', t('orderPage.next'))}
        </>
      )}
      <MenuButton
        groups={[
          {
            key: 'print',
            entries: [
              {
                key: 'order',
                label: t('print.order'),
                icon: 'document',
                act: () => dispatch(paper.actions.open(orderSheet(id))),
              },
              {
                key: 'plan',
                label: t('print.plan'),
                icon: 'payment',
                isOff: planFigures(view).lines.length === 0,
                act: () => dispatch(paper.actions.open(planSheet(id))),
              },
              {
                key: 'certificate',
                label: t('outgoing.certificate'),
                icon: 'checkmark-circle',
                isOff: held.businessStatus !== settled || refusal('order_certificate') !== undefined,
                title: refusal('order_certificate'),
                act: () => dispatch(outgoing.actions.print({ paper: 'certificate', id })),
              },
              { key: 'page', label: t('frame.print'), icon: 'print', act: () => dispatch(browserActions.print()) },
            ],
          },
        ]}
      >
        {(trigger) => <IconButton {...trigger} icon="print" label={t('print.menu')} />}
      </MenuButton>
      {others.length > 0 && (
        <MenuButton
          groups={[
            {
              key: 'moves',
              entries: others.map((deed) => ({
                key: deed.key,
                label: deed.label,
                icon: deed.icon,
                isOff: refusal(deed.permission) !== undefined || isMoving,
                title: refusal(deed.permission),
                act: () => dispatch(deed.act),
              })),
            },
          ]}
        >
          {(trigger) => <IconButton {...trigger} icon="more-horizontal" label={t('orderPage.more')} />}
        </MenuButton>
      )}
      {allowed.filter(isAnswer).map((deed) => (
        <Button
          key={deed.key}
          icon={deed.icon}
          disabledReason={refusal(deed.permission) ?? (isMoving ? t('crud.locked') : undefined)}
          onClick={() => dispatch(deed.act)}
        >
          {deed.label}
        </Button>
      ))}
      {next && (
        <Button
          tone="primary"
          icon={next.icon}
          busy={isMoving}
          disabledReason={refusal(next.permission) ?? menuRefusal(next.menu) ?? next.blocked}
          onClick={() => dispatch(next.act)}
        >
          {next.label}
        </Button>
      )}
    </>
  );
}
