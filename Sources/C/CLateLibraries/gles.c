#include "late.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>
#include <wayland-egl.h>

static const struct hyaline_late_library libEGL = {"libEGL.so.1", "libegl1"};
static const struct hyaline_late_library libGLESv2 = {"libGLESv2.so.2", "libgles2"};
static const struct hyaline_late_library libwayland_egl = {"libwayland-egl.so.1", "libwayland-egl1"};

FORWARD(libEGL, EGLBoolean, eglBindAPI, (EGLenum api), (api))
FORWARD(libEGL, EGLBoolean, eglChooseConfig,
        (EGLDisplay dpy, const EGLint *attrib_list, EGLConfig *configs, EGLint config_size, EGLint *num_config),
        (dpy, attrib_list, configs, config_size, num_config))
FORWARD(libEGL, EGLContext, eglCreateContext,
        (EGLDisplay dpy, EGLConfig config, EGLContext share_context, const EGLint *attrib_list),
        (dpy, config, share_context, attrib_list))
FORWARD(libEGL, EGLSurface, eglCreatePlatformWindowSurface,
        (EGLDisplay dpy, EGLConfig config, void *native_window, const EGLAttrib *attrib_list),
        (dpy, config, native_window, attrib_list))
FORWARD(libEGL, EGLBoolean, eglDestroyContext, (EGLDisplay dpy, EGLContext ctx), (dpy, ctx))
FORWARD(libEGL, EGLBoolean, eglDestroySurface, (EGLDisplay dpy, EGLSurface surface), (dpy, surface))
FORWARD(libEGL, EGLint, eglGetError, (void), ())
FORWARD(libEGL, EGLDisplay, eglGetPlatformDisplay,
        (EGLenum platform, void *native_display, const EGLAttrib *attrib_list),
        (platform, native_display, attrib_list))
FORWARD(libEGL, __eglMustCastToProperFunctionPointerType, eglGetProcAddress, (const char *procname), (procname))
FORWARD(libEGL, EGLBoolean, eglInitialize, (EGLDisplay dpy, EGLint *major, EGLint *minor), (dpy, major, minor))
FORWARD(libEGL, EGLBoolean, eglMakeCurrent,
        (EGLDisplay dpy, EGLSurface draw, EGLSurface read, EGLContext ctx),
        (dpy, draw, read, ctx))
FORWARD(libEGL, const char *, eglQueryString, (EGLDisplay dpy, EGLint name), (dpy, name))
FORWARD(libEGL, EGLBoolean, eglSwapBuffers, (EGLDisplay dpy, EGLSurface surface), (dpy, surface))
FORWARD(libEGL, EGLBoolean, eglSwapInterval, (EGLDisplay dpy, EGLint interval), (dpy, interval))
FORWARD(libEGL, EGLBoolean, eglTerminate, (EGLDisplay dpy), (dpy))

FORWARD(libGLESv2, void, glActiveShaderProgram, (GLuint pipeline, GLuint program), (pipeline, program))
FORWARD(libGLESv2, void, glActiveTexture, (GLenum texture), (texture))
FORWARD(libGLESv2, void, glAttachShader, (GLuint program, GLuint shader), (program, shader))
FORWARD(libGLESv2, void, glBindBuffer, (GLenum target, GLuint buffer), (target, buffer))
FORWARD(libGLESv2, void, glBindFramebuffer, (GLenum target, GLuint framebuffer), (target, framebuffer))
FORWARD(libGLESv2, void, glBindProgramPipeline, (GLuint pipeline), (pipeline))
FORWARD(libGLESv2, void, glBindTexture, (GLenum target, GLuint texture), (target, texture))
FORWARD(libGLESv2, void, glBlendFunc, (GLenum sfactor, GLenum dfactor), (sfactor, dfactor))
FORWARD(libGLESv2, void, glBlitFramebuffer,
        (GLint srcX0, GLint srcY0, GLint srcX1, GLint srcY1, GLint dstX0, GLint dstY0, GLint dstX1, GLint dstY1,
         GLbitfield mask, GLenum filter),
        (srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1, dstY1, mask, filter))
FORWARD(libGLESv2, void, glBufferData,
        (GLenum target, GLsizeiptr size, const void *data, GLenum usage),
        (target, size, data, usage))
FORWARD(libGLESv2, GLenum, glCheckFramebufferStatus, (GLenum target), (target))
FORWARD(libGLESv2, void, glClearBufferfv,
        (GLenum buffer, GLint drawbuffer, const GLfloat *value),
        (buffer, drawbuffer, value))
FORWARD(libGLESv2, void, glClearBufferuiv,
        (GLenum buffer, GLint drawbuffer, const GLuint *value),
        (buffer, drawbuffer, value))
FORWARD(libGLESv2, void, glCompileShader, (GLuint shader), (shader))
FORWARD(libGLESv2, void, glCopyImageSubData,
        (GLuint srcName, GLenum srcTarget, GLint srcLevel, GLint srcX, GLint srcY, GLint srcZ, GLuint dstName,
         GLenum dstTarget, GLint dstLevel, GLint dstX, GLint dstY, GLint dstZ, GLsizei srcWidth, GLsizei
         srcHeight, GLsizei srcDepth),
        (srcName, srcTarget, srcLevel, srcX, srcY, srcZ, dstName, dstTarget, dstLevel, dstX, dstY, dstZ,
         srcWidth, srcHeight, srcDepth))
FORWARD(libGLESv2, GLuint, glCreateProgram, (void), ())
FORWARD(libGLESv2, GLuint, glCreateShader, (GLenum type), (type))
FORWARD(libGLESv2, GLuint, glCreateShaderProgramv,
        (GLenum type, GLsizei count, const GLchar *const *strings),
        (type, count, strings))
FORWARD(libGLESv2, void, glDeleteBuffers, (GLsizei n, const GLuint *buffers), (n, buffers))
FORWARD(libGLESv2, void, glDeleteFramebuffers, (GLsizei n, const GLuint *framebuffers), (n, framebuffers))
FORWARD(libGLESv2, void, glDeleteProgram, (GLuint program), (program))
FORWARD(libGLESv2, void, glDeleteProgramPipelines, (GLsizei n, const GLuint *pipelines), (n, pipelines))
FORWARD(libGLESv2, void, glDeleteShader, (GLuint shader), (shader))
FORWARD(libGLESv2, void, glDeleteTextures, (GLsizei n, const GLuint *textures), (n, textures))
FORWARD(libGLESv2, void, glDisable, (GLenum cap), (cap))
FORWARD(libGLESv2, void, glDrawArrays, (GLenum mode, GLint first, GLsizei count), (mode, first, count))
FORWARD(libGLESv2, void, glDrawBuffers, (GLsizei n, const GLenum *bufs), (n, bufs))
FORWARD(libGLESv2, void, glEnable, (GLenum cap), (cap))
FORWARD(libGLESv2, void, glFinish, (void), ())
FORWARD(libGLESv2, void, glFramebufferTexture2D,
        (GLenum target, GLenum attachment, GLenum textarget, GLuint texture, GLint level),
        (target, attachment, textarget, texture, level))
FORWARD(libGLESv2, void, glFramebufferTextureLayer,
        (GLenum target, GLenum attachment, GLuint texture, GLint level, GLint layer),
        (target, attachment, texture, level, layer))
FORWARD(libGLESv2, void, glGenBuffers, (GLsizei n, GLuint *buffers), (n, buffers))
FORWARD(libGLESv2, void, glGenFramebuffers, (GLsizei n, GLuint *framebuffers), (n, framebuffers))
FORWARD(libGLESv2, void, glGenProgramPipelines, (GLsizei n, GLuint *pipelines), (n, pipelines))
FORWARD(libGLESv2, void, glGenTextures, (GLsizei n, GLuint *textures), (n, textures))
FORWARD(libGLESv2, GLenum, glGetError, (void), ())
FORWARD(libGLESv2, GLenum, glGetGraphicsResetStatus, (void), ())
FORWARD(libGLESv2, void, glGetIntegerv, (GLenum pname, GLint *data), (pname, data))
FORWARD(libGLESv2, void, glGetProgramInfoLog,
        (GLuint program, GLsizei bufSize, GLsizei *length, GLchar *infoLog),
        (program, bufSize, length, infoLog))
FORWARD(libGLESv2, void, glGetProgramiv, (GLuint program, GLenum pname, GLint *params), (program, pname, params))
FORWARD(libGLESv2, const GLubyte *, glGetString, (GLenum name), (name))
FORWARD(libGLESv2, GLint, glGetUniformLocation, (GLuint program, const GLchar *name), (program, name))
FORWARD(libGLESv2, void, glLinkProgram, (GLuint program), (program))
FORWARD(libGLESv2, void, glPixelStorei, (GLenum pname, GLint param), (pname, param))
FORWARD(libGLESv2, void, glReadBuffer, (GLenum src), (src))
FORWARD(libGLESv2, void, glReadPixels,
        (GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels),
        (x, y, width, height, format, type, pixels))
FORWARD(libGLESv2, void, glReleaseShaderCompiler, (void), ())
FORWARD(libGLESv2, void, glScissor, (GLint x, GLint y, GLsizei width, GLsizei height), (x, y, width, height))
FORWARD(libGLESv2, void, glShaderSource,
        (GLuint shader, GLsizei count, const GLchar *const *string, const GLint *length),
        (shader, count, string, length))
FORWARD(libGLESv2, void, glTexImage2D,
        (GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height, GLint border,
         GLenum format, GLenum type, const void *pixels),
        (target, level, internalformat, width, height, border, format, type, pixels))
FORWARD(libGLESv2, void, glTexParameteri, (GLenum target, GLenum pname, GLint param), (target, pname, param))
FORWARD(libGLESv2, void, glTexStorage2D,
        (GLenum target, GLsizei levels, GLenum internalformat, GLsizei width, GLsizei height),
        (target, levels, internalformat, width, height))
FORWARD(libGLESv2, void, glTexStorage3D,
        (GLenum target, GLsizei levels, GLenum internalformat, GLsizei width, GLsizei height, GLsizei depth),
        (target, levels, internalformat, width, height, depth))
FORWARD(libGLESv2, void, glTexSubImage2D,
        (GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width, GLsizei height, GLenum format,
         GLenum type, const void *pixels),
        (target, level, xoffset, yoffset, width, height, format, type, pixels))
FORWARD(libGLESv2, void, glUniform1f, (GLint location, GLfloat v0), (location, v0))
FORWARD(libGLESv2, void, glUniform1i, (GLint location, GLint v0), (location, v0))
FORWARD(libGLESv2, void, glUniform2f, (GLint location, GLfloat v0, GLfloat v1), (location, v0, v1))
FORWARD(libGLESv2, void, glUniform2fv,
        (GLint location, GLsizei count, const GLfloat *value),
        (location, count, value))
FORWARD(libGLESv2, void, glUniform2i, (GLint location, GLint v0, GLint v1), (location, v0, v1))
FORWARD(libGLESv2, void, glUniform3f,
        (GLint location, GLfloat v0, GLfloat v1, GLfloat v2),
        (location, v0, v1, v2))
FORWARD(libGLESv2, void, glUniform3i,
        (GLint location, GLint v0, GLint v1, GLint v2),
        (location, v0, v1, v2))
FORWARD(libGLESv2, void, glUniform4f,
        (GLint location, GLfloat v0, GLfloat v1, GLfloat v2, GLfloat v3),
        (location, v0, v1, v2, v3))
FORWARD(libGLESv2, void, glUniform4i,
        (GLint location, GLint v0, GLint v1, GLint v2, GLint v3),
        (location, v0, v1, v2, v3))
FORWARD(libGLESv2, void, glUseProgram, (GLuint program), (program))
FORWARD(libGLESv2, void, glUseProgramStages,
        (GLuint pipeline, GLbitfield stages, GLuint program),
        (pipeline, stages, program))
FORWARD(libGLESv2, void, glViewport, (GLint x, GLint y, GLsizei width, GLsizei height), (x, y, width, height))

FORWARD(libwayland_egl, struct wl_egl_window *, wl_egl_window_create,
        (struct wl_surface *surface, int width, int height),
        (surface, width, height))
FORWARD(libwayland_egl, void, wl_egl_window_destroy, (struct wl_egl_window *egl_window), (egl_window))
FORWARD(libwayland_egl, void, wl_egl_window_resize,
        (struct wl_egl_window *egl_window, int width, int height, int dx, int dy),
        (egl_window, width, height, dx, dy))
