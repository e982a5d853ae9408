// The modules that a program with live glass uses; it imports this one alone.
@_exported public import Geometry
@_exported public import GlassModel
@_exported public import Loop
@_exported public import Rendering
@_exported public import RenderingCPU
@_exported public import RenderingGLES
@_exported public import Scenes
@_exported public import Views
@_exported public import VisualEffects
