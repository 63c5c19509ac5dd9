import { apiDocs as declared } from '../../../../contract/wire/develop/apiDocs';
import type { Feature } from '../../crud/feature';
import { ApiDocsPage } from './ApiDocsPage';
import { apiDocsSaga } from './apiDocsSaga';
import { apiDocs } from './apiDocsSlice';

export const feature: Feature = {
  name: declared.code,
  slices: [apiDocs],
  saga: apiDocsSaga,
  pages: { '': ApiDocsPage },
};
