import type { ReactNode } from 'react';
import { Mark } from '../../ui/icons/Glyph';
import { Icon, type IconName } from '../../ui/icons/Icon';
import { arrange } from '../../ui/layout/arrange';
import { text } from '../../ui/layout/text';
import { uncover } from '../../ui/overlays/uncover';
import styles from './StandingPage.module.css';

export interface StandingPageProps {
  product: string;
  title: string;
  icon: IconName;
  /** Main sentence and explanation. */
  lead?: ReactNode;
  /** The next step. */
  button?: ReactNode;
  children?: ReactNode;
}

/** A centred page with a single action. */
export function StandingPage({ product, title, icon, lead, button, children }: StandingPageProps) {
  return (
    <main ref={uncover} className={styles.page} data-standing>
      <div className={`${arrange.line} ${text.large}`}>
        <Mark />
        {product}
      </div>
      <section className={`${arrange.box} ${arrange.middle} ${styles.card}`} aria-labelledby="standing-title">
        <h1 id="standing-title" className={`${arrange.line} ${text.caption}`}>
          <Icon name={icon} size={16} />
          {title}
        </h1>
        {lead && <p className={text.large}>{lead}</p>}
        {children}
        {button}
      </section>
    </main>
  );
}
