import { businessPage } from '../../../../contract/wire/reports/business/page';
import type { Feature } from '../../crud/feature';
import { FiguresPage } from './FiguresPage';
import { figuresSaga } from './figuresSaga';
import { figures } from './figuresSlice';

export const feature: Feature = {
  name: businessPage,
  needs: ['choices'],
  slices: [figures],
  saga: figuresSaga,
  pages: { '': FiguresPage, 'list/:name': FiguresPage },
};
