import { joblog } from '../../../contract/modules/job/joblog';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(joblog);
