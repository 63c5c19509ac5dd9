import { type Direction, directionName } from '../../../../contract/domain/lifecycle/direction';
import { formatMoney } from '../../../../contract/domain/money';
import { label, textIn } from '../../../../contract/domain/text';
import { moduleNamed } from '../../../../contract/modules';
import { cardList, type Dashboard, dueSpans, listOf } from '../../../../contract/wire/figures';
import { Tile, Tiles } from '../../../ui/layout/home';
import { useFormat } from '../../crud/useFormat';
import { useDirected } from '../direction/directed';
import { sideIn, sidesOf, useListAddress } from './charting';
import { SidedTile, type TileSide } from './SidedTile';

/** Titles of the cards in the current language. */
export function useCards({ cards, today }: Pick<Dashboard, 'cards' | 'today'>) {
  const { language } = useFormat();
  return cards.flatMap(({ module: of, name, count, amount }) => {
    const module = moduleNamed(of);
    const card = module?.cards?.[name];
    if (!module || !card) return [];
    return {
      key: `${of}.${name}`,
      icon: card.icon,
      title: textIn(label(...card.title), language),
      note: card.note ? textIn(label(...card.note), language) : '',
      count,
      amount,
      list: cardList(module, card, today),
    };
  });
}

/** The figures of the tiles of money, for one direction. */
function useTileSide({ orders, plan, today }: Dashboard, direction: Direction) {
  const t = useDirected(directionName(direction));
  const addressOf = useListAddress();
  const lent = sideIn(orders, direction)?.onLease;
  const owed = sideIn(plan, direction);
  const side = (title: string, one: Omit<TileSide, 'key' | 'name' | 'title'>): TileSide => ({
    key: direction,
    name: t('dashboard.side'),
    title,
    ...one,
  });
  return {
    onLease:
      lent &&
      side(t('dashboard.onLease'), {
        figure: formatMoney(lent.amount),
        note:
          lent.change === null || lent.change === undefined
            ? t('dashboard.orders', { count: lent.count })
            : t('dashboard.onLeaseNote', {
                count: lent.count,
                change: `${lent.change.startsWith('-') ? '' : '+'}${lent.change}`,
              }),
        tone: lent.count === 0 ? 'quiet' : 'plain',
        to: addressOf(listOf.onLease(direction)),
      }),
    due: owed?.due.map(({ days, count, amount, principal, today: dueToday }, index) =>
      side(t('dashboard.due', { days }), {
        figure: formatMoney(amount),
        note:
          index === 0
            ? t('dashboard.dueToday', { count, today: dueToday })
            : t('dashboard.duePrincipal', { count, amount: formatMoney(principal) }),
        tone: count === 0 ? 'quiet' : 'plain',
        to: addressOf(listOf.due(direction, today, days)),
      }),
    ),
    overdue:
      owed &&
      side(t('dashboard.overdue'), {
        figure: formatMoney(owed.overdue.amount),
        note:
          owed.overdue.count === 0
            ? t('dashboard.noOverdue')
            : t('dashboard.overdueNote', { count: owed.overdue.count, days: owed.overdue.longestDays }),
        tone: owed.overdue.count === 0 ? 'quiet' : 'bad',
        to: addressOf(listOf.overdue(direction, today)),
      }),
  };
}

export function Totals({ figures }: { figures: Dashboard }) {
  const [first = 1, second] = sidesOf(figures);
  const one = useTileSide(figures, first);
  const other = useTileSide(figures, second ?? first);
  const t = useDirected('payout');
  const addressOf = useListAddress();
  const { contracts, investment } = figures;
  const declared = useCards(figures).filter(({ amount, count }) => amount !== undefined && count > 0);
  const both = (of: (side: typeof one) => TileSide | undefined) =>
    [of(one), second && of(other)].filter((side) => side !== undefined) as TileSide[];
  const sided = (
    <>
      <SidedTile icon="wallet" title={t('dashboard.onLease')} sides={both(({ onLease }) => onLease)} />
      {dueSpans.map((days, index) => (
        <SidedTile
          key={days}
          icon="payment"
          title={t('dashboard.dueBoth', { days })}
          sides={both(({ due }) => due?.[index])}
        />
      ))}
      <SidedTile icon="warning" title={t('dashboard.overdueBoth')} sides={both(({ overdue }) => overdue)} />
    </>
  );
  const single = (
    <>
      {investment && (
        <Tile
          icon="wallet"
          title={t('dashboard.invested')}
          figure={formatMoney(investment.invested)}
          note={t('dashboard.investedNote', {
            returned: formatMoney(investment.returned),
            margin: formatMoney(investment.margin),
          })}
          to={addressOf(listOf.investment())}
        />
      )}
      {contracts && (
        <Tile
          icon="signature"
          title={t('dashboard.waiting')}
          figure={t('dashboard.papers', { count: contracts.waiting.count })}
          note={t('dashboard.waitingNote', { count: contracts.waiting.long })}
          tone={contracts.waiting.count === 0 ? 'quiet' : 'plain'}
          to={addressOf(listOf.waiting())}
        />
      )}
      {declared.map(({ key, icon, title, note, amount = '', list }) => (
        <Tile key={key} icon={icon} title={title} figure={formatMoney(amount)} note={note} to={addressOf(list)} />
      ))}
    </>
  );
  if (second === undefined)
    return (
      <Tiles label={t('dashboard.figures')}>
        {sided}
        {single}
      </Tiles>
    );
  // In one row with tiles of two figures, those of one would be half empty.
  return (
    <>
      <Tiles label={t('dashboard.figures')}>{sided}</Tiles>
      {(investment || contracts || declared.length > 0) && <Tiles label={t('dashboard.otherFigures')}>{single}</Tiles>}
    </>
  );
}
