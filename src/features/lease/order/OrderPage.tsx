import type { Action } from '@reduxjs/toolkit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import {
  active,
  awaitingContract,
  awaitingStart,
  awaitingVoucher,
  cancelled,
  draft,
  findMove,
  isEditable,
  isPayable,
  movesFrom,
  signing,
  voucherReview,
} from '../../../../contract/domain/orderStates';
import { countIn, textIn } from '../../../../contract/domain/text';
import { isId } from '../../../../contract/domain/values';
import { type FascContract, fascContract, isWaiting, smsStates } from '../../../../contract/modules/lease/fascContract';
import { type Order, order } from '../../../../contract/modules/lease/order';
import { picture, voucherPicType } from '../../../../contract/modules/lease/picture';
import { maskCard } from '../../../../contract/schema/mask';
import { browserActions } from '../../../store/browserActions';
import type { CrudState } from '../../../store/crud/crudState';
import { menu, permission } from '../../../store/navigation/menu';
import { route } from '../../../store/navigation/route';
import type { IconName } from '../../../ui/icons/Icon';
import { Button, IconButton, IconLink } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { Money, Percent } from '../../../ui/layout/figures';
import { Page } from '../../../ui/layout/frame';
import { RecordHead } from '../../../ui/layout/record';
import { StatusChip } from '../../../ui/layout/status';
import { Card, Figures } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { MenuButton } from '../../../ui/overlays/menus';
import { CardSkeleton, EmptyState, MessageBar } from '../../../ui/overlays/messages';
import { errorText } from '../../crud/errorText';
import type { Feature } from '../../crud/feature';
import { usePageAddress } from '../../crud/links';
import { useFormat } from '../../crud/useFormat';
import { paperName } from './ContractRow';
import { orderChip } from './chips';
import { ContractsCard } from './contracts';
import { CounterDialog } from './counter';
import { counter } from './counterSlice';
import { HistoryCard } from './history';
import { orderPage } from './links';
import { NoOrder } from './OrderMissing';
import { orderMoves } from './orderMovesSlice';
import { orderPageSaga } from './orderPageSaga';
import { menuOf, type OrderPageState, orderPages, type PartName } from './orderPageSlice';
import { freeIndex, isVoucherStage, PicturesCard } from './pictures';
import { PlanCard } from './plan';
import { type PlanFigures, payableTotal, planFigures } from './planFigures';
import { OrderSteps } from './steps';
import { isOverdue, type View } from './view';

const { actions: at } = orderPages;

/** An action on the order: label, permission, and what it dispatches. */
interface Deed {
  key: string;
  label: string;
  icon: IconName;
  permission?: string;
  /** The menu of the target page, without which the action is hidden. */
  menu?: string;
  act: Action;
}

function openOrders(rest: string) {
  return route.actions.open({ feature: order.name, rest });
}
const paymentsMenu = 'payments';
function openPayments(id: string) {
  return route.actions.open({ feature: paymentsMenu, search: `orderId=${id}` });
}

const counterPermission = `${fascContract.name}_counter`;
function openCounter(paper: FascContract, held: Order, format: View['format']) {
  return counter.actions.opened({
    id: paper.id,
    orderId: held.id,
    name: paperName(paper, { format }),
    contractNumber: paper.contractNumber ?? '',
    customerName: held.customerName ?? '',
  });
}

/** The next step of the order; null where none is left, or none that a user can take. */
export function nextDeed({ pageState, held, format, t }: View): Deed | null {
  const { id } = held;
  const status = held.businessStatus ?? draft;
  const move = (to: number, label: string, icon: IconName): Deed => ({
    key: `move-${to}`,
    label,
    icon,
    permission: findMove(status, to)?.permission,
    act: orderMoves.actions.move({ id, to }),
  });
  switch (status) {
    case draft:
      return move(awaitingVoucher, t('cockpit.submit'), 'send');
    case awaitingVoucher:
      return {
        key: 'voucher',
        label: t('cockpit.uploadVoucher'),
        icon: 'arrow-upload',
        permission: picture.permission('add'),
        act: at.upload({
          id,
          picType: voucherPicType,
          imageIndex: freeIndex(pageState.parts.pictures ?? [], voucherPicType),
        }),
      };
    case voucherReview:
      return move(awaitingContract, t('cockpit.confirmVoucher'), 'receipt-money');
    case awaitingContract:
      return {
        key: 'contract',
        label: t('cockpit.make'),
        icon: 'signature',
        permission: 'order_contract',
        act: orderMoves.actions.makeContract({ orderId: id }),
      };
    case signing: {
      const contracts = pageState.parts.contracts ?? [];
      const waiting = contracts.find(isWaiting);
      const failed = contracts.find(
        (one) => one.status === 1 && (!isWaiting(one) || one.smsStatus === smsStates.failed),
      );
      if (failed)
        return {
          key: 'resend',
          label: t('cockpit.resend'),
          icon: 'arrow-sync',
          permission: 'order_contract',
          act: orderMoves.actions.makeContract({ orderId: id, type: failed.type ?? undefined, resend: true }),
        };
      // A customer with a link signs there; without one the signing happens here.
      return waiting && !waiting.smsStatus
        ? {
            key: 'counter',
            label: t('cockpit.counter'),
            icon: 'signature',
            permission: counterPermission,
            act: openCounter(waiting, held, format),
          }
        : null;
    }
    case awaitingStart:
      return move(active, t('cockpit.start'), 'play-circle');
    default:
      return isPayable(status)
        ? { key: 'pay', label: t('cockpit.pay'), icon: 'payment', menu: paymentsMenu, act: openPayments(id) }
        : null;
  }
}

/** All other actions that the state allows. */
function otherDeeds({ held, format, t }: View, next: Deed | null): Deed[] {
  const { id } = held;
  const status = held.businessStatus ?? draft;
  const icons: Record<number, IconName> = { [awaitingVoucher]: 'arrow-undo', [cancelled]: 'prohibited' };
  return [
    ...(isEditable(status)
      ? [
          {
            key: 'edit',
            label: t('crud.edit'),
            icon: 'edit' as const,
            permission: order.permission('update'),
            act: openOrders(`edit/${id}`),
          },
        ]
      : []),
    ...movesFrom(status).map(
      ({ to, label, permission: code }): Deed => ({
        key: `move-${to}`,
        label: textIn(label!, format.language),
        icon: icons[to] ?? 'send',
        permission: code,
        act: orderMoves.actions.move({ id, to }),
      }),
    ),
  ].filter(({ key }) => key !== next?.key);
}

/** Warnings beside the state: pending or failed contracts, overdue instalments. */
function alerts({ pageState, held, format, t }: View): ReactNode[] {
  const late = (pageState.parts.plan ?? []).filter(isOverdue);
  const papers =
    (held.businessStatus ?? draft) === cancelled
      ? []
      : (pageState.parts.contracts ?? []).filter(({ status }) => status === 1);
  return [
    ...papers.map((one) => {
      const paper = paperName(one, { format });
      if (one.signTaskStatus === 'rejected' || one.signTaskStatus === 'expired')
        return (
          <StatusChip key={one.id} tone="danger" glyph={one.signTaskStatus === 'rejected' ? 'dismiss-circle' : 'clock'}>
            {t(one.signTaskStatus === 'rejected' ? 'cockpit.paperRefused' : 'cockpit.paperExpired', { paper })}
          </StatusChip>
        );
      return (
        <StatusChip key={one.id} tone="warning" glyph="pen">
          {t('cockpit.paperWaits', { paper })}
        </StatusChip>
      );
    }),
    late.length > 0 && (
      <StatusChip key="late" tone="danger" glyph="warning">
        {late.length === 1
          ? t('cockpit.overdueOne', { period: late[0]!.currentPeriods })
          : t('cockpit.overdueMany', { count: late.length })}
      </StatusChip>
    ),
  ];
}

/** Amounts, parties, term and account in one line. */
function OrderFigures({ held, format, figures, t }: View & { figures: PlanFigures }) {
  const payable = payableTotal(figures);
  const dash = <span className={text.dash}>-</span>;
  return (
    <Figures
      items={[
        { label: t('cockpit.totalAmount'), value: <Money value={held.totalAmount} />, large: true },
        {
          label: t(figures.isPreview && payable ? 'cockpit.payablePreview' : 'cockpit.payable'),
          value: <Money value={payable} />,
          large: true,
        },
        { label: t('cockpit.customer'), value: held.customerName ?? dash },
        { label: textIn(order.fields.productId.label, format.language), value: held.productName ?? dash },
        {
          label: t('cockpit.rateTerm'),
          value: (
            <>
              <Percent value={held.yearRate} /> · {t('cockpit.days', { count: held.deadline ?? 0 })}
            </>
          ),
        },
        {
          label: t('cockpit.term'),
          value: held.interestDate ? (
            `${held.interestDate} → ${held.maturity ?? figures.plan?.maturity ?? '-'}`
          ) : (
            <span className={text.dash}>{held.businessStatus === cancelled ? '-' : t('cockpit.termOpen')}</span>
          ),
        },
        {
          label: t('cockpit.account'),
          value: held.bankCardCode ? `${held.bankName ?? ''} ${maskCard(held.bankCardCode)}`.trim() : dash,
        },
      ]}
    />
  );
}

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
  id: string;
  view: View;
  /** Why the user may not use this permission or menu; undefined when they may. */
  refusal(code?: string): string | undefined;
  menuRefusal(code?: string): string | undefined;
  isMoving: boolean;
}

/** Neighbours in the list, print, and all actions on the order. */
function HeadActions({ id, view, refusal, menuRefusal, isMoving }: HeadActionsProps) {
  const { held, format, t } = view;
  const dispatch = useDispatch();
  const addressOf = usePageAddress();
  const list = useSelector((state: { order: CrudState }) => state.order);
  const next = nextDeed(view);
  const allowed = otherDeeds(view, next);
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
          {linkBeside('before', 'chevron-up', t('cockpit.previous'))}
          {linkBeside('after', 'chevron-down', t('cockpit.next'))}
        </>
      )}
      <IconButton icon="print" label={t('frame.print')} onClick={() => dispatch(browserActions.print())} />
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
          {(trigger) => <IconButton {...trigger} icon="more-horizontal" label={t('cockpit.more')} />}
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
          disabledReason={refusal(next.permission) ?? menuRefusal(next.menu)}
          onClick={() => dispatch(next.act)}
        >
          {next.label}
        </Button>
      )}
    </>
  );
}

function LostPage({ text, onRetry }: { text: string; onRetry(): void }) {
  const { t } = useTranslation();
  return (
    <Page>
      <EmptyState isPage kind="network" title={t('crud.cutOffTitle')} text={errorText(t, text) || undefined}>
        <Button tone="primary" icon="arrow-clockwise" onClick={onRetry}>
          {t('crud.retry')}
        </Button>
      </EmptyState>
    </Page>
  );
}

function LoadingPage() {
  return (
    <Page>
      <CardSkeleton lines={5} />
      <div className={arrange.aside}>
        <div>
          <CardSkeleton lines={12} />
        </div>
        <div>
          <CardSkeleton lines={8} />
        </div>
      </div>
    </Page>
  );
}

/** The message of a part that the user may not see or that failed to load; null without a problem. */
function partProblem(
  { lost, busy }: OrderPageState,
  name: PartName,
  isDenied: boolean,
  t: View['t'],
  onRetry: () => void,
) {
  if (isDenied) return <MessageBar tone="info">{t('crud.noView', { code: menuOf[name] })}</MessageBar>;
  return lost[name] === undefined ? null : (
    <MessageBar
      tone="warning"
      action={
        <Button size="small" busy={busy[name]} onClick={onRetry}>
          {t('crud.retry')}
        </Button>
      }
    >
      {errorText(t, lost[name]) || t('cockpit.lostPart')}
      <span className={text.caption}> {t('cockpit.lostText')}</span>
    </MessageBar>
  );
}

/** The page of one order: state, plan, contracts, pictures, history, and its actions. */
function OrderPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const pageState = useSelector((state: never) => orderPages.selectors.pageState(state, id));
  const codes = useSelector(permission.selectors.codes);
  const menus = useSelector(menu.selectors.leaves, shallowEqual);
  const isMoving = useSelector((state: never) => orderMoves.selectors.isMoving(state, id));

  const addressOf = usePageAddress();
  const retry = (only?: PartName[]) => dispatch(at.reload({ id, only }));
  const held = pageState?.parts.order;
  if (!isId(id) || pageState?.isMissing) return <NoOrder />;
  if (pageState?.lost.order !== undefined && !held)
    return <LostPage text={pageState.lost.order} onRetry={() => retry()} />;
  if (!pageState || !held) return <LoadingPage />;

  const view: View = { pageState, held, format, t };
  const refusal = (code?: string) => (code === undefined || codes[code] ? undefined : t('crud.noRight', { code }));
  const lacks = (code: string | undefined): code is string =>
    code !== undefined && !menus.some((leaf) => leaf.code === code);
  const menuRefusal = (code?: string) => (lacks(code) ? t('crud.noRight', { code }) : undefined);
  const problemOf = (state: OrderPageState, name: PartName) =>
    partProblem(state, name, lacks(menuOf[name]), t, () => retry([name]));
  const figures = planFigures(view);
  const code = held.contractCode;
  const openWindow = (url: string) => dispatch(browserActions.openWindow(url));
  const isVoucherFirst = isVoucherStage(held.businessStatus ?? draft);
  const planCard =
    pageState.parts.plan || pageState.lost.plan !== undefined || lacks(menuOf.plan) ? (
      <PlanCard
        key="plan"
        {...view}
        figures={figures}
        problem={problemOf(pageState, 'plan')}
        {...(isVoucherFirst
          ? {
              fold: {
                isOpen: pageState.isPlanOpen ?? false,
                onFold: (on: boolean) => dispatch(at.openPlan({ id, on })),
              },
            }
          : {})}
        onView={(planView) => dispatch(at.viewPlan({ id, view: planView }))}
        onPay={() => dispatch(openPayments(id))}
        payDisabled={menuRefusal(paymentsMenu)}
      />
    ) : (
      <CardSkeleton key="plan" lines={12} />
    );
  const picturesCard = (
    <PicturesCard
      key="pictures"
      {...view}
      problem={problemOf(pageState, 'pictures')}
      onUpload={(place) => dispatch(at.upload({ id, ...place }))}
      onOpen={openWindow}
      onRemove={(pictureId) => dispatch(at.removePicture({ id, pictureId }))}
      uploadDisabled={refusal(picture.permission('add'))}
      removeDisabled={refusal(picture.permission('remove'))}
    />
  );

  return (
    <Page>
      <Card>
        <RecordHead
          title={code ?? `${t('cockpit.draft')} · ${held.customerName ?? ''}`}
          back={{ label: t('cockpit.back'), to: addressOf({ feature: order.name }) }}
          end={<HeadActions id={id} view={view} menuRefusal={menuRefusal} refusal={refusal} isMoving={isMoving} />}
        >
          {code && (
            <IconButton
              icon="copy"
              size="small"
              label={t('cockpit.copyCode')}
              onClick={() => dispatch(browserActions.copy({ text: code, say: 'cockpit.codeCopied' }))}
            />
          )}
          {orderChip(held.businessStatus, format)}
          {alerts(view)}
        </RecordHead>
        <OrderFigures {...view} figures={figures} />
        <OrderSteps {...view} />
        {problemOf(pageState, 'order')}
      </Card>
      <div className={arrange.aside}>
        <div>{isVoucherFirst ? [picturesCard, planCard] : [planCard, picturesCard]}</div>
        <div>
          <ContractsCard
            {...view}
            problem={problemOf(pageState, 'contracts')}
            onOpen={openWindow}
            onCounter={(paper) => dispatch(openCounter(paper, held, format))}
            counterDisabled={refusal(counterPermission)}
            onMake={() => dispatch(orderMoves.actions.makeContract({ orderId: id }))}
            onResend={({ type }) =>
              dispatch(orderMoves.actions.makeContract({ orderId: id, type: type ?? undefined, resend: true }))
            }
            isMoving={isMoving}
            makeDisabled={refusal('order_contract')}
          />
          <HistoryCard
            {...view}
            problem={problemOf(pageState, 'history')}
            onView={(historyView) => dispatch(at.viewHistory({ id, view: historyView }))}
            onUnfold={() => dispatch(at.unfoldHistory({ id }))}
          />
        </div>
      </div>
      <CounterDialog />
    </Page>
  );
}

/** The slices, saga and page of `detail/:id`, for the feature of orders. */
export const orderDetail = {
  slices: [orderPages, counter],
  saga: orderPageSaga,
  page: OrderPage,
} satisfies { slices: Feature['slices']; saga: Feature['saga']; page: React.ComponentType };
