import { jobinfo } from '../../../contract/modules/job/jobinfo';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(jobinfo);
