import { Icon, type IconName } from '../icons/Icon';
import { BlockLink, ButtonLink } from '../navigation/links';

export interface TileProps {
  icon: IconName;
  title: string;
  /** null while it is not known. */
  figure: string | null;
  note: string;
  /** `bad` for what should not be, `quiet` when there is nothing to do. */
  tone?: 'plain' | 'bad' | 'quiet';
  /** Address of the rows behind it. */
  to: string | undefined;
}

/** One number of the day; it leads to the rows behind it. */
export const Tile = ({ icon, title, figure, note, tone = 'plain', to }: TileProps) => (
  <BlockLink to={to} className={`tile tile-${tone}`}>
    <span className="tile-head">
      <Icon name={icon} size={16} />
      <span className="ellipsis">{title}</span>
      <Icon name="chevron-right" size={12} className="tile-arrow" />
    </span>
    <span className="tile-figure">{figure ?? <span className="skeleton-block" aria-hidden="true" />}</span>
    <span className="tile-note ellipsis">{note}</span>
  </BlockLink>
);

/** Ways into the product that are taken every day. */
export const Shortcuts = ({
  items,
  label,
}: {
  items: readonly { key: string; icon: IconName; label: string; to: string | undefined }[];
  label: string;
}) => (
  <ul className="shortcuts" aria-label={label}>
    {items.map(({ key, icon, label: word, to }) => (
      <li key={key}>
        <BlockLink to={to}>
          <Icon name={icon} />
          {word}
          <Icon name="chevron-right" size={12} className="tile-arrow" />
        </BlockLink>
      </li>
    ))}
  </ul>
);

/** What is to be done before the work can begin; each step ticks itself off, and the first open one is the next. */
export const Checklist = ({
  items,
  label,
  done,
}: {
  items: readonly { key: string; title: string; note: string; go: string; isDone: boolean; to: string | undefined }[];
  label: string;
  /** Said of a step that is done. */
  done: string;
}) => {
  const next = items.find(({ isDone }) => !isDone)?.key;
  return (
    <ol className="checklist" aria-label={label}>
      {items.map(({ key, title, note, go, isDone, to }) => (
        <li key={key} className={isDone ? 'is-done' : undefined} aria-current={key === next ? 'step' : undefined}>
          <Icon name={isDone ? 'checkmark-circle-f' : 'circle'} size={20} />
          <span className="checklist-text">
            <strong>{title}</strong>
            <span className="caption">{note}</span>
          </span>
          {isDone ? (
            <span className="caption">{done}</span>
          ) : to === undefined ? null : (
            <ButtonLink {...(key === next ? { tone: 'primary' as const } : {})} to={to}>
              {go}
            </ButtonLink>
          )}
        </li>
      ))}
    </ol>
  );
};
