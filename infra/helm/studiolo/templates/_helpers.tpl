{{- define "studiolo.name" -}}
{{- printf "%s" .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{/* The value of the label `app` by which rules and queries select the metrics of this release. */}}
{{- define "studiolo.release" -}}
{{ .Release.Namespace }}/{{ .Release.Name }}
{{- end -}}

{{/* Name of one part: include "studiolo.part" (dict "root" $ "part" "auth") */}}
{{- define "studiolo.part" -}}
{{- printf "%s-%s" (include "studiolo.name" .root) .part -}}
{{- end -}}

{{- define "studiolo.selector" -}}
app.kubernetes.io/name: studiolo
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{- define "studiolo.labels" -}}
{{ include "studiolo.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- define "studiolo.image" -}}
{{- printf "%s/studiolo-%s:%s" (required "image.registry is needed: no image is published, so build and push them from a checkout (docs/operations.md)" .root.Values.image.registry) .part (.root.Values.image.tag | default .root.Chart.AppVersion) -}}
{{- end -}}

{{- define "studiolo.secret" -}}
{{- .Values.existingSecret | default (printf "%s-secrets" (include "studiolo.name" .)) -}}
{{- end -}}

{{- define "studiolo.postgresHost" -}}
{{- if .Values.postgres.bundled -}}
{{ include "studiolo.part" (dict "root" . "part" "postgres") }}
{{- else -}}
{{ required "postgres.host is needed unless postgres.bundled is true" .Values.postgres.host }}
{{- end -}}
{{- end -}}

{{/* The secret with the users of the bundled Redis and their passwords. */}}
{{- define "studiolo.redisUsers" -}}
{{- printf "%s-redis-users" (include "studiolo.name" .) -}}
{{- end -}}

{{/* The address of Redis as a setting of one part. It contains a password, so that comes from a secret. */}}
{{- define "studiolo.redis" -}}
{{- $values := .root.Values -}}
{{- $bundled := include "studiolo.part" (dict "root" .root "part" "redis") -}}
{{- if and $values.redis.bundled $values.existingSecret -}}
- { name: REDIS_URL, value: {{ printf "redis://%s:6379" $bundled }} }
{{- else if $values.redis.bundled -}}
{{- /* Only the administrator may empty it. */}}
{{- $user := eq .part "restore" | ternary "default" .part -}}
- name: REDIS_PASSWORD
  valueFrom: { secretKeyRef: { name: {{ include "studiolo.redisUsers" .root }}, key: {{ $user }} } }
- { name: REDIS_URL, value: {{ printf "redis://%s:$(REDIS_PASSWORD)@%s:6379" $user $bundled | quote }} }
{{- else -}}
{{- if not (or $values.existingSecret (hasKey $values.existingSecretKeys "redis_url")) }}{{ $_ := required "redis.url is needed unless redis.bundled is true" $values.redis.url }}{{ end -}}
{{- if and (eq .part "restore") $values.restore.redisUrl -}}
{{ include "studiolo.url" (dict "root" .root "name" "REDIS_URL" "key" "restore_redis_url" "given" $values.restore.redisUrl) }}
{{- else -}}
{{ include "studiolo.url" (dict "root" .root "name" "REDIS_URL" "key" "redis_url" "given" $values.redis.url) }}
{{- end }}
{{- with $values.redis.ca }}
- { name: REDIS_CA, value: {{ . | quote }} }
{{- end }}
{{- end -}}
{{- end -}}

{{- define "studiolo.objectStoreEndpoint" -}}
{{- if .Values.objectStore.bundled -}}
http://{{ include "studiolo.part" (dict "root" . "part" "minio") }}:9000
{{- else -}}
{{ required "objectStore.endpoint is needed unless objectStore.bundled is true" .Values.objectStore.endpoint }}
{{- end -}}
{{- end -}}

{{- define "studiolo.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "studiolo.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* A setting that is read from a secret: include "studiolo.fromSecret" (dict "root" $ "name" "X" "key" "x" "optional" false) */}}
{{- define "studiolo.fromSecret" -}}
{{- $own := index .root.Values.existingSecretKeys .key | default dict -}}
- name: {{ .name }}
  valueFrom: { secretKeyRef: { name: {{ $own.name | default .secret | default (include "studiolo.secret" .root) }}, key: {{ $own.key | default .key }}{{ if .optional }}, optional: true{{ end }} } }
{{- end -}}

{{- define "studiolo.urlsSecret" -}}
{{- printf "%s-urls" (include "studiolo.name" .) -}}
{{- end -}}

{{/* A URL that may contain a password: from the chart's own secret if the values have it, otherwise from yours. */}}
{{- define "studiolo.url" -}}
{{- $secret := empty .given | ternary "" (include "studiolo.urlsSecret" .root) -}}
{{ include "studiolo.fromSecret" (dict "root" .root "name" .name "key" .key "secret" $secret) }}
{{- end -}}

{{/* The database URL of one service, with its own role. The password is PGPASSWORD, so it may have any character. */}}
{{- define "studiolo.database" -}}
{{ include "studiolo.fromSecret" (dict "root" .root "name" "PGPASSWORD" "key" (printf "%s_database_password" .part)) }}
{{- $postgres := .root.Values.postgres }}
{{- $rest := printf "/%s%s" $postgres.database (empty $postgres.sslmode | ternary "" (printf "?sslmode=%s" $postgres.sslmode)) }}
{{- $direct := printf "postgres://studiolo_%s@%s:%v%s" .part (include "studiolo.postgresHost" .root) $postgres.port $rest }}
{{- if $postgres.pooler.host }}
- name: DATABASE_URL
  value: postgres://studiolo_{{ .part }}@{{ $postgres.pooler.host }}:{{ $postgres.pooler.port }}{{ $rest }}
- { name: MIGRATIONS_DATABASE_URL, value: {{ $direct | quote }} }
- { name: DATABASE_POOLER, value: transaction }
- { name: DATABASE_PREPARED_STATEMENTS, value: {{ $postgres.pooler.preparedStatements | quote }} }
{{- else }}
- name: DATABASE_URL
  value: {{ $direct }}
{{- end }}
{{- with $postgres.ca }}
- { name: DATABASE_CA, value: {{ . | quote }} }
{{- end }}
- name: DATABASE_POOL_SIZE
  value: {{ .root.Values.postgres.poolSize | quote }}
{{- end -}}

{{/* The database as its administrator, for libpq, which knows no mode `no-verify`. */}}
{{- define "studiolo.postgresAdministrator" -}}
{{- $postgres := .Values.postgres -}}
- { name: PGHOST, value: {{ include "studiolo.postgresHost" . | quote }} }
- { name: PGPORT, value: {{ $postgres.port | quote }} }
- { name: PGDATABASE, value: {{ $postgres.database | quote }} }
- { name: PGUSER, value: {{ $postgres.administrator | quote }} }
{{- with $postgres.sslmode }}
- { name: PGSSLMODE, value: {{ eq . "no-verify" | ternary "require" . | quote }} }
{{- end }}
{{- with $postgres.ca }}
- { name: DATABASE_CA, value: {{ . | quote }} }
{{- end }}
{{ include "studiolo.fromSecret" (dict "root" . "name" "PGPASSWORD" "key" "postgres_password") }}
{{- end -}}

{{/* Certificates that verify the object store. */}}
{{- define "studiolo.objectStoreCa" -}}
{{- with .Values.objectStore.ca }}
- { name: S3_CA, value: {{ . | quote }} }
{{- end }}
{{- end -}}

{{/* The bucket, and the user with access to nothing else. */}}
{{- define "studiolo.objectStore" -}}
- { name: S3_ENDPOINT, value: {{ include "studiolo.objectStoreEndpoint" . | quote }} }
- { name: S3_REGION, value: {{ .Values.objectStore.region | quote }} }
- { name: S3_ADDRESSING, value: {{ .Values.objectStore.addressing | quote }} }
- { name: S3_BUCKET, value: {{ .Values.objectStore.bucket | quote }} }
- { name: S3_ACCESS_KEY, value: {{ .Values.objectStore.accessKey | quote }} }
{{ include "studiolo.fromSecret" (dict "root" . "name" "S3_SECRET_KEY" "key" "s3_secret_key") }}
{{- include "studiolo.objectStoreCa" . }}
{{- end -}}

{{/* The pod that runs a script of the image studiolo-backup: include "studiolo.backupPod" (dict "root" $ "part" "backup" "command" (list …)) */}}
{{- define "studiolo.backupPod" -}}
{{- $root := .root -}}
restartPolicy: Never
automountServiceAccountToken: false
{{- with include "studiolo.scheduling" $root }}
{{ . }}
{{- end }}
securityContext: {{- include "studiolo.podSecurity" $root | nindent 2 }}
{{- with $root.Values.image.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
containers:
  - name: {{ .part }}
    image: {{ include "studiolo.image" (dict "root" $root "part" "backup") }}
    imagePullPolicy: {{ $root.Values.image.pullPolicy }}
    securityContext: {{- include "studiolo.containerSecurity" $root | nindent 6 }}
    command: {{ toJson .command }}
    env:
      {{- include "studiolo.postgresAdministrator" $root | nindent 6 }}
      {{- include "studiolo.objectStore" $root | nindent 6 }}
      {{- with .env }}{{ . | nindent 6 }}{{ end }}
      {{- with $root.Values.extraEnv }}{{ toYaml . | nindent 6 }}{{ end }}
    volumeMounts:
      - { name: backups, mountPath: /backups }
      - { name: temporary, mountPath: /tmp }
volumes:
  - { name: temporary, emptyDir: {} }
  - { name: backups, persistentVolumeClaim: { claimName: {{ required "backup.claim is needed to back up and to restore" $root.Values.backup.claim }} } }
{{- end -}}

{{/* The administrator who sets up the bundled MinIO. */}}
{{- define "studiolo.minioAdministrator" -}}
- { name: MINIO_ROOT_USER, value: studiolo-admin }
{{ include "studiolo.fromSecret" (dict "root" . "name" "MINIO_ROOT_PASSWORD" "key" "minio_root_password") }}
{{- end -}}

{{/* Settings of each part besides the common ones. */}}
{{- define "studiolo.ownSettings" -}}
{{- $root := .root -}}
{{- if eq .part "auth" }}
{{ include "studiolo.database" . }}
{{ include "studiolo.fromSecret" (dict "root" $root "name" "JWT_PRIVATE_KEY" "key" "jwt_private_key") }}
{{ include "studiolo.fromSecret" (dict "root" $root "name" "MAIL_TOKEN_KEY" "key" "mail_token_key") }}
- { name: APP_URL, value: {{ $root.Values.appUrl | quote }} }
- { name: MAIL_FROM, value: {{ $root.Values.settings.mailFrom | quote }} }
- { name: EMAIL_VERIFICATION, value: {{ $root.Values.settings.emailVerification | quote }} }
{{ include "studiolo.url" (dict "root" $root "name" "SMTP_URL" "key" "smtp_url" "given" $root.Values.smtp.url) }}
{{- with $root.Values.smtp.ca }}
- { name: SMTP_CA, value: {{ . | quote }} }
{{- end }}
{{- if $root.Values.google.clientId }}
- { name: GOOGLE_CLIENT_ID, value: {{ $root.Values.google.clientId | quote }} }
{{ include "studiolo.fromSecret" (dict "root" $root "name" "GOOGLE_CLIENT_SECRET" "key" "google_client_secret") }}
{{- end }}
{{- else if eq .part "projects" }}
{{ include "studiolo.database" . }}
{{- else if eq .part "storage" }}
{{ include "studiolo.database" . }}
{{ include "studiolo.objectStore" $root }}
- { name: STORAGE_QUOTA_BYTES, value: {{ $root.Values.settings.storageQuotaBytes | int64 | quote }} }
- { name: MAX_FILE_BYTES, value: {{ $root.Values.settings.maxFileBytes | int64 | quote }} }
- { name: MAX_FILES_PER_USER, value: {{ $root.Values.settings.maxFilesPerUser | int64 | quote }} }
- { name: ORPHAN_SHARE_MAX, value: {{ $root.Values.settings.orphanShareMax | quote }} }
{{- else if eq .part "gateway" }}
{{ include "studiolo.fromSecret" (dict "root" $root "name" "JWT_PUBLIC_KEY" "key" "jwt_public_key") }}
{{- include "studiolo.objectStoreCa" $root }}
- { name: PORT, value: "3000" }
- { name: SHUTDOWN_DELAY_MS, value: "5000" }
- { name: APP_URL, value: {{ $root.Values.appUrl | quote }} }
- { name: TRUST_PROXY, value: {{ $root.Values.settings.trustProxy | quote }} }
{{- end }}
{{- end -}}

{{/* What the values say of every pod: where it runs. */}}
{{- define "studiolo.scheduling" -}}
{{- with .Values.scheduling }}{{ toYaml . }}{{ end -}}
{{- end -}}

{{/* The host of a public URL for an Ingress or a route: no port, and nothing for an IP address, which matches any host. */}}
{{- define "studiolo.hostname" -}}
{{- $host := regexReplaceAll ":[0-9]+$" (urlParse .).host "" -}}
{{- if not (regexMatch "^[0-9.]+$" $host) }}{{ $host }}{{ end -}}
{{- end -}}

{{/*
The ports of a URL's hosts, for network policies: include "studiolo.ports" (dict "url" … "usual" (list 6379 26379)).
`announced` is the usual port of the servers that Sentinels and cluster nodes announce, which the URL does not name.
*/}}
{{- define "studiolo.ports" -}}
{{- $hosts := regexReplaceAll "^[a-z3+]+://([^@/]*@)?" (default "" .url) "" | regexFind "^[^/?]*" -}}
{{- $ports := list -}}
{{- range splitList "," $hosts }}{{ $ports = append $ports (regexFind "[0-9]+$" (regexFind ":[0-9]+$" .)) }}{{ end -}}
{{- $ports = without $ports "" -}}
{{- if and $ports .announced (regexMatch "^[a-z3]+[+]" .url) }}{{ $ports = append $ports .announced }}{{ end -}}
{{- toJson (empty $ports | ternary .usual (uniq $ports)) -}}
{{- end -}}
