import { Icon, type IconName } from '../../../ui/icons/Icon';
import { arrange } from '../../../ui/layout/arrange';
import { Tile } from '../../../ui/layout/home';
import { text } from '../../../ui/layout/text';
import { BlockLink } from '../../../ui/navigation/links';
import styles from './SidedTile.module.css';

/** The figure of one direction of money. */
export interface TileSide {
  key: number;
  /** What this direction is called beside the other. */
  name: string;
  /** The title of a tile that has this figure alone. */
  title: string;
  figure: string;
  note: string;
  tone: 'plain' | 'bad' | 'quiet';
  to: string | undefined;
}

const tones = { plain: '', bad: text.bad, quiet: text.dash };

/** A tile of one figure, or of one for each direction of money with a link of its own. */
export function SidedTile({ icon, title, sides }: { icon: IconName; title: string; sides: readonly TileSide[] }) {
  const [only, ...others] = sides;
  if (!only) return null;
  if (others.length === 0) {
    const { key: _, name: __, ...tile } = only;
    return <Tile icon={icon} {...tile} />;
  }
  return (
    <section className={`${arrange.box} ${styles.tile}`} aria-label={title}>
      <span className={styles.head}>
        <Icon name={icon} size={16} />
        <span>{title}</span>
      </span>
      {sides.map(({ key, name, figure, note, tone, to }) => (
        <BlockLink key={key} to={to} className={styles.side}>
          <span className={`${styles.figure} ${tones[tone]}`}>{figure}</span>
          <span className={text.caption}>
            <b>{name}</b> · {note}
          </span>
        </BlockLink>
      ))}
    </section>
  );
}
