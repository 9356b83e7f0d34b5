export interface S3Settings {
  /** Without a slash at its end. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** True if the bucket is in the path, false if it is in the host name. */
  readonly forcePathStyle: boolean;
}
